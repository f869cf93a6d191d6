/** What the commands do to cells and notebooks. */

import { showErrorMessage } from '@jupyterlab/apputils';
import { NotebookActions } from '@jupyterlab/notebook';
import { shownIn } from '../shown';
import words from '../words.json';
import { argumentsOf, exploring, lookUp } from './lookup';
import { Edit } from './magic';
import { Place, cursorOf, reportOf, textOf } from './notebooks';

/** Says why a command did nothing. */
export function warn(sentence: string): void {
  void showErrorMessage(`%%${words.magic}`, sentence);
}

/** Changes the text of a cell so that it can be undone, or says why not. */
export function change(place: Place, edit: Edit | string): boolean {
  if (typeof edit === 'string') {
    warn(edit);
    return false;
  }
  const { editor, model } = place.cell;
  const { line, column } = cursorOf(place.cell);
  const before = editor?.getOffsetAt({ line, column }) ?? 0;
  model.sharedModel.updateSource(edit.from, edit.to, edit.text);
  if (editor) {
    const moved = before < edit.from ? before : Math.max(edit.from, before - (edit.to - edit.from)) + edit.text.length;
    editor.setCursorPosition(editor.getPositionAt(moved) ?? { line, column });
  }
  return true;
}

export async function run({ panel, cell }: Place): Promise<void> {
  await NotebookActions.runCells(panel.content, [cell], panel.sessionContext);
}

/** Puts a cell below that explores a function, with the arguments of the call that the report is of. */
export function insertExplore(place: Place, name: string): Place | null {
  const { content } = place.panel;
  content.activeCellIndex = content.widgets.indexOf(place.cell);
  content.deselectAll();
  const given = argumentsOf(reportOf(place.cell), name);
  NotebookActions.insertBelow(content);
  const cell = content.activeCell;
  if (cell?.model.type !== 'code') {
    return null;
  }
  cell.model.sharedModel.setSource(exploring(name, given));
  return { panel: place.panel, cell: cell as Place['cell'] };
}

/** Selects the line under the cursor in the report below the cell; where that says nothing of it, says so. */
export function explain(place: Place): void {
  const report = reportOf(place.cell);
  if (report === null) {
    warn('This cell has no report yet: make it an %%autograph cell and run it.');
    return;
  }
  const { line } = cursorOf(place.cell);
  const [found] = lookUp(report, textOf(place.cell), line);
  if (found === undefined) {
    warn(`The report says nothing of line ${line + 1}: it is not in a function that was staged, or was changed since the cell ran.`);
    return;
  }
  const view = shownIn(place.cell.node).find(each => each.report.id === report.id);
  if (view === undefined) {
    warn('The report of this cell is not drawn: scroll to it, or open the Autograph panel at the right.');
    return;
  }
  view.explain(found.side, found.function, found.line.key);
}
