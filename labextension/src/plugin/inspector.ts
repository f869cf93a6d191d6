/** A panel at the side that follows the cursor: what the last report of the cell says of the line. */

import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { Message } from '@lumino/messaging';
import type { ISignal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import { Staged } from '../data';
import { isHidden } from '../model/quiz';
import { details } from '../views/details';
import { element } from '../views/dom';
import { copy } from '../views/exporting';
import { probes } from '../views/probes';
import { warn } from './editing';
import { icon } from './icon';
import { Found, generatedOf, lookUp } from './lookup';
import { magicLine } from './magic';
import { cursorOf, isCode, quizzesOf, reportOf, textOf } from './notebooks';

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
    const gone = cell === null || cell.isDisposed || cell.model.isDisposed; // as a cell is whose type is changed
    if (!gone && isCode(cell)) {
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
      const make = magicLine(textOf(cell)) === null ? 'Make it an %%autograph cell and run it.' : 'Run it, without -q.';
      return [said(`This cell has no report. ${make}`)];
    }
    const text = textOf(cell);
    const at = cursorOf(cell).line;
    const found = lookUp(report, text, at);
    if (!found.length) {
      const why = text.split('\n')[at]?.trim() ? ': it is in no function that was staged, or was changed since the cell ran.' : '.';
      return [element('h3', {}, report.title), said(`The report says nothing of line ${at + 1}${why}`)];
    }
    const quizzes = quizzesOf(cell, report);
    const open = found.filter(each => !quizzes.some(kept => isHidden(report, kept, each.side, each.function)));
    if (!open.length) {
      return [element('h3', {}, report.title), said('What became of the line is shown after the quiz.')];
    }
    return open.map(each => section(each, report.sides.length > 1));
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
    ...details(staged, staged.graph, { key: line.key, box: null }),
    ...probed(staged, line.key),
    ...(code.length ? [element('p', {}, 'Generated code'), element('pre', { class: 'agn-made' }, code.join('\n'))] : [])
  );
}

/** The values that variables had at a line in the last call, where there are probes of it. */
function probed(staged: Staged, key: number): HTMLElement[] {
  const here = (staged.probes ?? []).some(each => each.key === key || each.key === null);
  return here ? probes(staged, key, { copy: text => void copyText(text) }) : [];
}

async function copyText(text: string): Promise<void> {
  try {
    await copy(text);
  } catch (error) {
    warn(`Nothing was copied. ${(error as Error).message}`);
  }
}
