/** Shows reports in JupyterLab and Jupyter Notebook 7: an output of our MIME type is drawn from its data, without a kernel. */

import { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { Widget } from '@lumino/widgets';
import '../style/index.js';
import { MIME_TYPE, asReport } from './data';
import { layout } from './layout/engine';
import { STATE, ViewState, asState } from './model/state';
import { pause } from './views/dom';
import { ReportView } from './views/report';

const KEPT_AFTER = 400;

export class ReportRenderer extends Widget implements IRenderMime.IRenderer {
  /** The id of the report that is shown: it is made of all that the report says. */
  private shown: string | null = null;
  private model: IRenderMime.IMimeModel | null = null;
  private timer = 0;

  constructor(private options: IRenderMime.IRendererOptions) {
    super();
    this.addClass('agn-output');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.model = model;
    const data: unknown = model.data[this.options.mimeType];
    const report = asReport(data);
    if (report !== null && report.id === this.shown) {
      return; // only what was kept has changed
    }
    if (report === null) {
      this.node.textContent = 'This report was made by another version of ag_notebook: run the cell again.';
      return;
    }
    this.shown = report.id;
    await pause(); // the application has just read all of the data
    if (this.isDisposed || this.shown !== report.id) {
      return;
    }
    const view = new ReportView(report, layout, asState(model.metadata[STATE]), state => this.keep(state), htmlOf(model));
    this.node.replaceChildren(view.node);
    await view.graph.ready;
  }

  override dispose(): void {
    window.clearTimeout(this.timer);
    super.dispose();
  }

  /** Writes the state into the output's metadata, once the reader rests. */
  private keep(state: ViewState): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const { model } = this;
      model?.setData({ metadata: { ...model.metadata, [STATE]: { ...state } } });
    }, KEPT_AFTER);
  }
}

/** The report as HTML, where the output has it beside its data. */
function htmlOf(model: IRenderMime.IMimeModel): string | null {
  const html: unknown = model.data['text/html'];
  return typeof html === 'string' ? html : Array.isArray(html) ? html.join('') : null;
}

const extension: IRenderMime.IExtension = {
  id: 'ag-notebook:report',
  rendererFactory: {
    safe: true, // texts are text nodes, and nothing is loaded
    mimeTypes: [MIME_TYPE],
    createRenderer: options => new ReportRenderer(options)
  },
  rank: 0,
  dataType: 'json'
};

export default extension;
