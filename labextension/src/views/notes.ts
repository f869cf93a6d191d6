/** What came of each back end: its result and its notes; and what is said of the whole report. */

import { Report, Side } from '../data';
import { element, prose } from './dom';

export function outcome(side: Side, named: boolean, go: (key: number) => void): HTMLElement {
  const made = side.notes.map(note =>
    element(
      'div',
      { class: `agn-note agn-${note.level}` },
      element('b', {}, `${note.code} ${note.level}`),
      ' ',
      ...note.places.map(place =>
        place.key === null
          ? element('span', {}, `${place.text} `)
          : element('button', { type: 'button', class: 'agn-link', click: () => go(place.key!) }, place.text)
      ),
      note.more ? ` and ${note.more} more` : '',
      ' ',
      ...prose(note.message),
      note.fix ? element('div', {}, ...prose(note.fix)) : null
    )
  );
  return element('div', { class: 'agn-side' }, named ? element('b', {}, side.backend) : null, result(side), ...made);
}

/** The checks, and what was left out. */
export function remarks(report: Report): HTMLElement[] {
  const made: HTMLElement[] = [];
  if (report.checks !== null) {
    const differs = report.checks.list.some(each => each.state === 'different');
    const rows = report.checks.list.map(each =>
      element('tr', {}, element('td', {}, each.call), element('th', {}, each.state), element('td', {}, ...prose(each.said || each.compared.join(', '))))
    );
    made.push(
      element('div', {}, element('details', { open: differs }, element('summary', {}, report.checks.title), element('table', {}, ...rows)))
    );
  }
  if (report.omitted) {
    made.push(element('div', { class: 'agn-note' }, report.omitted));
  }
  return made;
}

function result(side: Side): HTMLElement | null {
  if (side.run === null) {
    return null;
  }
  const { call, value, time } = side.run;
  const long = value.includes('\n') || value.length > 200;
  return element(
    'div',
    { class: 'agn-run' },
    element('code', {}, call),
    value && !long ? ' = ' : '',
    value ? element(long ? 'pre' : 'b', {}, value) : null,
    ` ${time}`
  );
}
