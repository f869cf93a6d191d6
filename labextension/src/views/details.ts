/** What is known of the line or operation that is selected. */

import { Box, Staged } from '../data';
import { everyBox } from '../model/frames';
import { Selected } from '../model/selection';
import { element } from './dom';
import { letterWord } from './marks';

const MOST = 40;

export function details(staged: Staged, now: Selected): HTMLElement[] {
  const line = staged.source.find(each => each.key === now.key);
  const boxes = staged.graph === null ? [] : [...everyBox(staged.graph)].map(([box]) => box);
  const box = now.box === null ? undefined : boxes.find(each => each.id === now.box);
  const parts: HTMLElement[] = [];
  if (box !== undefined) {
    parts.push(operation(box));
  }
  if (line !== undefined) {
    parts.push(element('h4', {}, `Line ${line.number}`), element('code', {}, line.text.trim()));
    parts.push(element('p', {}, `${letterWord(line.letter)}, ${line.ops} ${line.ops === 1 ? 'operation' : 'operations'}`));
    parts.push(
      ...line.events.map(each =>
        element('p', {}, element('b', {}, each.construct), ` ${each.decision}`, each.why ? `: ${each.why}` : '')
      )
    );
    const facts = staged.passes.flatMap(pass =>
      pass.facts.filter(fact => fact.key === line.key).map(fact => element('li', {}, `${fact.text} (${pass.name})`))
    );
    if (facts.length) {
      parts.push(element('p', {}, 'Because'), element('ul', {}, ...facts));
    }
    const made = boxes.filter(each => each.key === line.key && each.op !== undefined && each !== box);
    if (made.length) {
      const items = made.slice(0, MOST).map(each => element('li', {}, `${each.op} ${(each.types ?? []).join(', ')}`));
      if (made.length > MOST) {
        items.push(element('li', {}, `… ${made.length - MOST} more`));
      }
      parts.push(element('p', {}, 'Operations'), element('ul', {}, ...items));
    }
  }
  return parts.length ? parts : [element('p', {}, 'Choose a line or an operation.')];
}

function operation(box: Box): HTMLElement {
  const rows: [string, string][] = [
    ['name', box.name ?? ''],
    ['type', (box.types ?? []).join(', ')],
    ...(box.attributes ?? [])
  ];
  return element(
    'div',
    {},
    element('h4', {}, box.op ?? box.title),
    element(
      'table',
      {},
      ...rows.filter(([, value]) => value).map(([name, value]) => element('tr', {}, element('th', {}, name), element('td', {}, value)))
    )
  );
}
