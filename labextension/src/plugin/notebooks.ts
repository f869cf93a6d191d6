/** Finds cells, their texts and their reports in the notebooks that are open. */

import type { Cell, CodeCell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { MIME_TYPE, Report, asReport } from '../data';
import { QuizState } from '../model/quiz';
import { STATE, asState } from '../model/state';
import { shownIn } from '../shown';

export interface Place {
  panel: NotebookPanel;
  cell: CodeCell;
}

export function isCode(cell: Cell | null | undefined): cell is CodeCell {
  return cell?.model.type === 'code';
}

/** The active cell of the notebook in front, where it is one of code. */
export function activeCode(tracker: INotebookTracker): Place | null {
  const panel = tracker.currentWidget;
  const cell = panel?.content.activeCell;
  return panel && isCode(cell) ? { panel, cell } : null;
}

/** The notebook and cell that an element of the page lies in. */
export function placeOf(tracker: INotebookTracker, node: Element): Place | null {
  const panel = tracker.find(each => each.node.contains(node));
  const cell = panel?.content.widgets.find(each => each.node.contains(node));
  return panel && isCode(cell) ? { panel, cell } : null;
}

export function textOf(cell: Cell): string {
  return cell.model.sharedModel.getSource();
}

/** The report that was made last by a cell: of its outputs, or of what a widget in them shows. */
export function reportOf(cell: CodeCell): Report | null {
  const { outputs } = cell.model;
  for (let at = outputs.length - 1; at >= 0; at--) {
    const report = asReport(outputs.get(at).data[MIME_TYPE]);
    if (report !== null) {
      return report;
    }
  }
  return shownIn(cell.node).at(-1)?.report ?? null;
}

/** What readers made of the quizzes of a report: of its views that are in the page, otherwise of the one that was kept. */
export function quizzesOf(cell: CodeCell, report: Report): (QuizState | null)[] {
  const views = shownIn(cell.node).filter(view => view.report.id === report.id);
  if (views.length) {
    return views.map(view => view.quizState);
  }
  const { outputs } = cell.model;
  const all = Array.from({ length: outputs.length }, (_, at) => outputs.get(at));
  const own = all.filter(output => asReport(output.data[MIME_TYPE])?.id === report.id);
  return own.length ? own.map(output => asState(output.metadata[STATE]).quiz) : [null];
}

/** Where the cursor of a cell is: line and column from 0. */
export function cursorOf(cell: Cell): { line: number; column: number } {
  return cell.editor?.getCursorPosition() ?? { line: 0, column: 0 };
}
