/** A bar with a stop button below each `%%autograph` cell that runs: its report, with its own button, is gone by then. */

import { ISessionContext } from '@jupyterlab/apputils';
import type { Cell } from '@jupyterlab/cells';
import { INotebookTracker, NotebookActions } from '@jupyterlab/notebook';
import { button, element } from '../views/dom';
import { magicLine } from './magic';
import { textOf } from './notebooks';

/** Milliseconds that a cell runs before the bar is shown: most are done by then. */
const SHOWN_AFTER = 400;

export function showRunning(tracker: INotebookTracker): void {
  const bars = new Map<Cell, () => void>();
  const end = (cell: Cell): void => {
    bars.get(cell)?.();
    bars.delete(cell);
  };
  NotebookActions.executionScheduled.connect((_, { notebook, cell }) => {
    const panel = tracker.find(each => each.content === notebook);
    if (panel !== undefined && cell.model.type === 'code' && magicLine(textOf(cell)) !== null) {
      end(cell);
      bars.set(cell, begin(cell, panel.sessionContext));
      cell.disposed.connect(end);
    }
  });
  NotebookActions.executed.connect((_, { cell }) => end(cell));
}

/** Shows the bar after a while; gives what takes it away. */
function begin(cell: Cell, session: ISessionContext): () => void {
  const seconds = element('span', { class: 'agn-seconds' });
  const stop = button('■ stop', 'Interrupt the kernel', () => void session.session?.kernel?.interrupt());
  const bar = element('div', { class: 'agn-running', role: 'status' }, stop, 'running ', seconds);
  const since = performance.now();
  const tick = (): void => {
    seconds.textContent = `${Math.floor((performance.now() - since) / 1000)} s`;
    if (!bar.isConnected) {
      cell.node.append(bar);
    }
  };
  let repeated = 0;
  const first = window.setTimeout(() => {
    tick();
    repeated = window.setInterval(tick, 1000);
  }, SHOWN_AFTER);
  return () => {
    window.clearTimeout(first);
    window.clearInterval(repeated);
    bar.remove();
  };
}
