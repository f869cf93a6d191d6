/** The commands of `%%autograph` cells, for the palette, the menus, and the toolbar of a cell. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ICommandPalette } from '@jupyterlab/apputils';
import type { INotebookTracker } from '@jupyterlab/notebook';
import { shownIn } from '../shown';
import { change, explain, insertExplore, run, warn } from './editing';
import { icon } from './icon';
import { functionAt } from './lookup';
import { magicLine, made, unmade } from './magic';
import { Place, activeCode, cursorOf, textOf } from './notebooks';

export const CATEGORY = 'Autograph';

export function addCommands(app: JupyterFrontEnd, tracker: INotebookTracker, palette: ICommandPalette | null): void {
  const { commands } = app;
  const place = (): Place | null => activeCode(tracker);
  const isOurs = (): boolean => {
    const at = place();
    return at !== null && magicLine(textOf(at.cell)) !== null;
  };
  const on = (act: (at: Place) => unknown) => async (): Promise<void> => {
    const at = place();
    if (at !== null) {
      await act(at);
    }
  };
  const make = (at: Place): boolean => change(at, made(textOf(at.cell)));
  const unmake = (at: Place): boolean => change(at, unmade(textOf(at.cell)));

  const add = (name: string, label: string, act: (at: Place) => unknown, isEnabled: () => boolean = () => place() !== null): void => {
    commands.addCommand(`ag-notebook:${name}`, { label, caption: label, isEnabled, execute: on(act) });
    palette?.addItem({ command: `ag-notebook:${name}`, category: CATEGORY });
  };
  add('make', 'Make Cell an %%autograph Cell', make, () => place() !== null && !isOurs());
  add('unmake', 'Take %%autograph out of Cell', unmake, isOurs);
  add('run', 'Run Cell with %%autograph', async at => {
    if (magicLine(textOf(at.cell)) !== null || make(at)) {
      await run(at);
    }
  });
  add('explain', 'Explain This Line', explain);
  add('explore', 'Explore Function in a New Cell', at => {
    const { line, column } = cursorOf(at.cell);
    const name = functionAt(textOf(at.cell), line, column);
    if (name === null) {
      warn('There is no function at the cursor: put it into one that this cell defines.');
    } else {
      insertExplore(at, name);
    }
  });
  add('export', 'Export Report …', at => {
    const view = shownIn(at.cell.node).at(-1);
    if (view === undefined) {
      warn('This cell has no report that could be saved: run it as an %%autograph cell.');
    } else {
      view.node.scrollIntoView({ block: 'nearest' });
      view.exportMenu();
    }
  });
  // The toolbar of a cell: one button that does either.
  commands.addCommand('ag-notebook:toggle', {
    icon,
    label: '',
    caption: () => (isOurs() ? 'Take %%autograph out of this cell' : 'Make this an %%autograph cell'),
    isToggled: isOurs,
    isVisible: () => place() !== null,
    isEnabled: () => place() !== null,
    execute: on(at => (isOurs() ? unmake(at) : make(at)))
  });
  const changed = (): void => commands.notifyCommandChanged('ag-notebook:toggle');
  tracker.activeCellChanged.connect((_, cell) => {
    cell?.model.contentChanged.connect(changed); // once for each cell, however often it becomes active
    changed();
  });
}
