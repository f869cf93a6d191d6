/** What lies over the view: the keys, and the files that can be saved. */

import { button, element } from './dom';
import { KEYS, keyName } from './keys';

/** One way to save something. */
export interface Export {
  label: string;
  file: string;
  save: () => void | Promise<void>;
}

export class Dialogs {
  private before: HTMLElement | null = null;

  /** Dialogs are put into `home`, which has the focus where nothing in it can have it. */
  constructor(
    private home: HTMLElement,
    private say: (text: string) => void
  ) {}

  help(): void {
    const rows = KEYS.map(([key, , words]) =>
      element('tr', {}, element('th', { scope: 'row' }, element('kbd', {}, keyName(key))), element('td', {}, words))
    );
    const made = element('div', { class: 'agn-help', role: 'dialog', 'aria-label': 'Keys', tabindex: -1 }, element('table', {}, ...rows));
    this.open(made, made);
  }

  exports(entries: readonly Export[], missing: string): void {
    const made = element('div', { class: 'agn-menu', role: 'dialog', 'aria-label': 'Save as a file', tabindex: -1 });
    for (const { label, file, save } of entries) {
      made.append(
        button(label, `Save ${file}`, async () => {
          this.close();
          try {
            await save();
            this.say(`${file} saved`);
          } catch (error) {
            this.notice(`${file} could not be saved. ${(error as Error).message}`);
          }
        })
      );
    }
    if (missing) {
      made.append(element('span', { class: 'agn-missing' }, missing));
    }
    this.open(made, made.querySelector('button') ?? made);
  }

  /** A sentence that waits to be read. */
  notice(text: string): void {
    const made = element('div', { class: 'agn-menu', role: 'alertdialog', 'aria-label': 'Message', tabindex: -1 }, text);
    made.append(button('OK', 'Close this message', () => this.close()));
    this.open(made, made.querySelector('button')!);
  }

  /** Closes what is open; whether anything was. */
  close(): boolean {
    const over = this.home.querySelector('.agn-help, .agn-menu');
    over?.remove();
    if (over) {
      (this.before !== null && this.home.contains(this.before) ? this.before : this.home).focus();
    }
    return over !== null;
  }

  private open(made: HTMLElement, focused: HTMLElement): void {
    const now = document.activeElement as HTMLElement | null;
    if (!this.close()) {
      this.before = now;
    }
    this.home.append(made);
    focused.focus();
  }
}
