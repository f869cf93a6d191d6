/** The bridge from views to notebooks: what `live.ts` promises, in terms of JupyterLab. */

import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Live, LiveState, tellChanged } from '../live';
import { insertExplore, run } from './editing';
import { placeOf } from './notebooks';

export class NotebookLive implements Live {
  constructor(private tracker: INotebookTracker) {
    tracker.forEach(panel => this.watch(panel));
    tracker.widgetAdded.connect((_, panel) => this.watch(panel));
  }

  async run(node: Element): Promise<void> {
    const place = placeOf(this.tracker, node);
    if (place !== null) {
      await run(place);
    }
  }

  async stop(node: Element): Promise<void> {
    await placeOf(this.tracker, node)?.panel.sessionContext.session?.kernel?.interrupt();
  }

  async explore(node: Element, functionName: string): Promise<void> {
    const place = placeOf(this.tracker, node);
    const made = place && insertExplore(place, functionName);
    if (made !== null) {
      await run(made);
    }
  }

  state(node: Element): LiveState {
    const place = placeOf(this.tracker, node);
    const status = place === null ? undefined : statusOf(place.panel);
    return status === 'idle' || status === 'busy' ? status : 'none';
  }

  reason(node: Element): string {
    const place = placeOf(this.tracker, node);
    if (place === null) {
      return 'This view does not lie in a cell of a notebook.';
    }
    const status = statusOf(place.panel);
    if (status === undefined) {
      return 'The notebook has no kernel: start one in the menu Kernel.';
    }
    return status === 'idle' || status === 'busy' ? '' : `The kernel is not ready: ${status}.`;
  }

  private watch(panel: NotebookPanel): void {
    const { sessionContext } = panel;
    sessionContext.statusChanged.connect(tellChanged);
    sessionContext.kernelChanged.connect(tellChanged);
    sessionContext.connectionStatusChanged.connect(tellChanged);
    tellChanged();
  }
}

/** What the kernel of a notebook is doing; undefined where there is none. */
function statusOf(panel: NotebookPanel): string | undefined {
  const kernel = panel.sessionContext.session?.kernel;
  return kernel && kernel.connectionStatus !== 'connected' ? kernel.connectionStatus : kernel?.status;
}
