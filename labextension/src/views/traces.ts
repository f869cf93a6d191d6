/** The traces of a function: with what it was called, and why it was traced again. */

import { Staged } from '../data';
import { element, prose } from './dom';

export function traces(staged: Staged, go: (key: number) => void): HTMLElement[] {
  const numbers = new Map(staged.source.map(line => [line.key, line.number]));
  const rows = staged.traces.map((trace, at) => {
    const call =
      trace.key === null
        ? ''
        : element(
            'button',
            { type: 'button', class: 'agn-link', click: () => go(trace.key!) },
            numbers.has(trace.key) ? `line ${numbers.get(trace.key)}` : 'its call'
          );
    return element(
      'tr',
      { class: trace.shown ? 'agn-shown' : '' },
      element('th', { scope: 'row' }, `${at + 1}${trace.shown ? ' (shown)' : ''}`),
      element('td', {}, element('code', {}, trace.signature)),
      element('td', {}, ...prose(trace.reason)),
      element('td', {}, call)
    );
  });
  return [element('h4', {}, `Traces (${rows.length})`), element('table', {}, ...rows)];
}
