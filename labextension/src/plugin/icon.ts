/** The mark of the panel and of the button: two boxes of a graph and the arrow between them. */

import { LabIcon } from '@jupyterlab/ui-components';

export const icon = new LabIcon({
  name: 'ag-notebook:graph',
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 16 16">
<g class="jp-icon3 jp-icon-selectable" fill="#616161">
<path d="M1 1h7v4H1zM8 11h7v4H8zM4 5h1.4v7.3H4zM4 11.6h2v1.4H4zM5.5 10.2 8.4 12.6 5.5 14.8z"/>
</g></svg>`
});
