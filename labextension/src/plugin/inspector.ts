/** A panel at the side that follows the cursor: what the last report of the cell says of the line. */

import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { Message } from '@lumino/messaging';
import type { ISignal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import { details } from '../views/details';
import { element } from '../views/dom';
import { icon } from './icon';
import { Found, generatedOf, lookUp } from './lookup';
import { isCode, cursorOf, reportOf, textOf } from './notebooks';

export class Inspector extends Widget {
  /** Leaves the cell that is followed. */
  private leave: () => void = () => undefined;

  constructor(private tracker: INotebookTracker) {
    super({ node: element('div', { role: 'region', 'aria-label': 'Autograph' }) });
    this.id = 'ag-notebook-inspector';
    this.addClass('agn-inspector');
    this.title.icon = icon;
    this.title.caption = 'Autograph: what became of the line at the cursor';
    tracker.activeCellChanged.connect((_, cell) => this.follow(cell));
    this.follow(tracker.activeCell);
  }

  override dispose(): void {
    this.leave();
    super.dispose();
  }

  /** Many changes that come together are drawn once. */
  private changed = (): void => this.update();

  private follow(cell: Cell | null): void {
    this.leave();
    this.leave = () => undefined;
    if (cell !== null && isCode(cell)) {
      const { contentChanged, outputs, selections } = cell.model;
      const signals = [contentChanged, outputs.changed, selections.changed] as ISignal<unknown, unknown>[];
      signals.forEach(each => each.connect(this.changed));
      this.leave = (): void => signals.forEach(each => each.disconnect(this.changed));
    }
    this.update();
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.update();
  }

  protected override onUpdateRequest(message: Message): void {
    super.onUpdateRequest(message);
    if (this.isVisible) {
      this.node.replaceChildren(element('div', { class: 'agn-inspected' }, ...this.content()));
    }
  }

  private content(): HTMLElement[] {
    const cell = this.tracker.activeCell;
    if (!isCode(cell)) {
      return [said('Put the cursor into a cell of code.')];
    }
    const report = reportOf(cell);
    if (report === null) {
      return [said('This cell has no report. Make it an %%autograph cell and run it.')];
    }
    const text = textOf(cell);
    const at = cursorOf(cell).line;
    const found = lookUp(report, text, at);
    if (!found.length) {
      const why = text.split('\n')[at]?.trim() ? ': it is in no function that was staged, or was changed since the cell ran.' : '.';
      return [element('h3', {}, report.title), said(`The report says nothing of line ${at + 1}${why}`)];
    }
    return found.map(each => section(each, report.sides.length > 1));
  }
}

function said(sentence: string): HTMLElement {
  return element('p', { class: 'agn-soft' }, sentence);
}

function section({ staged, line, of }: Found, named: boolean): HTMLElement {
  const code = generatedOf(staged, line.key);
  return element(
    'section',
    { class: 'agn-inspected-function', 'data-line': line.number },
    element('h3', {}, staged.name, named ? ` on ${of.backend}` : '', line.letter ? ` · ${line.letter}` : ''),
    ...details(staged, { key: line.key, box: null }),
    ...(code.length ? [element('p', {}, 'Generated code'), element('pre', { class: 'agn-made' }, code.join('\n'))] : [])
  );
}
