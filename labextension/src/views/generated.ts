/** The pane of generated code: the code that ran, that of a pass, or a compiler's program. */

import { Staged } from '../data';
import { ChangedLine, MODES, Mode, nextChanged, offered, passCode, passName } from '../model/passes';
import { ViewState } from '../model/state';
import { CodePane } from './code';
import { chooser, element, prose } from './dom';

export interface GeneratedPaneOptions {
  choose: (key: number | null) => void;
  keep: (change: Partial<ViewState>) => void;
  say: (text: string) => void;
}

type Choice = Pick<ViewState, 'code' | 'mode' | 'onlyChanged'>;

export class GeneratedPane {
  readonly bar = element('div', { class: 'agn-passes', role: 'toolbar', 'aria-label': 'Passes of the conversion' });
  readonly code: CodePane;
  private staged: Staged | null = null;
  private choice: Choice = { code: null, mode: 'after', onlyChanged: true };
  /** Whether what became of the lines is not to be seen yet. */
  private hidden = false;
  private key: number | null = null;

  constructor(private options: GeneratedPaneOptions) {
    this.code = new CodePane({ label: 'Generated code', choose: options.choose });
  }

  show(staged: Staged, choice: Choice, hidden: boolean, key: number | null): void {
    this.staged = staged;
    this.choice = choice;
    this.hidden = hidden;
    this.key = key;
    this.draw();
  }

  select(key: number | null, revealed: boolean): void {
    this.key = key;
    this.code.select(key, revealed);
  }

  /** Goes to the next pass that changed something; after the last one is the code that ran. False where there are no passes. */
  step(step: 1 | -1): boolean {
    if (this.staged?.passes.length) {
      const from = this.pass ?? this.staged.passes.length;
      const next = nextChanged(this.staged, from, step);
      if (next !== from) {
        this.choose(`pass ${next}`);
      } else if (step > 0 && !this.first) {
        this.choose(null);
      }
    }
    return !!this.staged?.passes.length;
  }

  /** What is shown where nothing was chosen: the code that ran, or where that is not in the report, the first of what is. */
  private get first(): string {
    const staged = this.staged!;
    if (staged.generated.length || !(staged.passes.length || this.programs.length)) {
      return '';
    }
    return staged.passes.length ? `pass ${nextChanged(staged, 0, 1)}` : 'program 0';
  }

  private get chosen(): string {
    return this.choice.code ?? this.first;
  }

  /** What is shown of a pass; where the report is of passes alone, what each changed. */
  private get mode(): Mode {
    return this.choice.code === null ? 'diff' : this.choice.mode;
  }

  /** The number of the pass that is chosen, or null. */
  private get pass(): number | null {
    const chosen = Number(/^pass (\d+)$/.exec(this.chosen)?.[1] ?? NaN);
    return chosen < this.staged!.passes.length ? chosen : null;
  }

  /** Programs are made of what was staged: in a quiz they would give it away. */
  private get programs(): Staged['compiled'] {
    return this.hidden ? [] : this.staged!.compiled;
  }

  private lines(): ChangedLine[] {
    const staged = this.staged!;
    const program = this.programs[Number(/^program (\d+)$/.exec(this.chosen)?.[1] ?? NaN)];
    if (this.pass !== null) {
      return passCode(staged, this.pass, this.mode);
    }
    return (program?.lines ?? staged.generated).map(line => ({ ...line, sign: '' }));
  }

  private draw(): void {
    const staged = this.staged!;
    const colours = new Map(staged.source.map(line => [line.key, this.hidden ? null : line.colour]));
    this.code.generated(this.lines(), colours);
    this.code.select(this.key, true);
    const passes = offered(staged, this.choice.onlyChanged).map(index => {
      return [`pass ${index}`, `${passName(staged, index)}${staged.passes[index]!.changed ? '' : ' (no change)'}`] as const;
    });
    const programs = this.programs.map((each, index) => [`program ${index}`, each.name] as const);
    const ran = this.first ? [] : [['', 'the code that ran'] as const];
    const only = element('input', { type: 'checkbox', checked: this.choice.onlyChanged });
    only.addEventListener('change', () => this.change({ onlyChanged: only.checked }));
    const modes = chooser('What is shown of a pass', MODES.map(each => [each, each] as const), this.mode, each =>
      this.change({ code: this.chosen, mode: each })
    );
    modes.disabled = this.pass === null;
    const summary = this.pass === null ? '' : staged.passes[this.pass]!.summary;
    this.bar.replaceChildren(
      chooser('Code', [...ran, ...passes, ...programs], this.chosen, each => this.choose(each || null)),
      ...(staged.passes.length ? [modes, element('label', {}, only, ' only changed')] : []),
      element('span', { class: 'agn-summary' }, ...prose(summary))
    );
  }

  private choose(code: string | null): void {
    // A pass that is the first thing to be seen is seen as a diff, and so is the next one.
    this.change(this.choice.code === null && this.first ? { code, mode: 'diff' } : { code });
    const program = this.programs[Number(/^program (\d+)$/.exec(code ?? '')?.[1] ?? NaN)];
    const pass = this.pass === null ? null : `pass ${passName(this.staged!, this.pass)}`;
    this.options.say(pass ?? program?.name ?? 'the code that ran');
  }

  private change(change: Partial<Choice>): void {
    this.choice = { ...this.choice, ...change };
    this.options.keep(change);
    this.draw();
  }
}
