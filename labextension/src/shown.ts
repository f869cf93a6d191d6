/** Which views are in the page: how the plugin finds the report that lies below a cell. */

import type { ReportView } from './views/report';

const views = new WeakMap<Element, ReportView>();

export function remember(view: ReportView): void {
  views.set(view.node, view);
}

/** The views inside of an element, from top to bottom. */
export function shownIn(node: Element): ReportView[] {
  return [...node.querySelectorAll('.agn-report')].flatMap(each => views.get(each) ?? []);
}
