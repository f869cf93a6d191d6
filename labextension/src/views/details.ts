/** What is known of the line or operation that is selected. */

import { Box, Frame, Staged } from '../data';
import { changeWord } from '../model/changes';
import { boxesOf } from '../model/frames';
import { Selected } from '../model/selection';
import { timeText } from '../model/times';
import { element, prose } from './dom';
import { letterWord } from './marks';

const MOST = 40;

/** The details; `graph` is the one that is shown, with `hidden` what became of the line is not to be seen. */
export function details(staged: Staged, graph: Frame | null, now: Selected, hidden = false): HTMLElement[] {
  const line = staged.source.find(each => each.key === now.key);
  const boxes = graph === null || hidden ? [] : boxesOf(graph);
  const box = now.box === null ? undefined : boxes.find(each => each.id === now.box);
  const parts: HTMLElement[] = [];
  if (box !== undefined) {
    parts.push(operation(box));
  }
  if (line !== undefined) {
    parts.push(element('h4', {}, `Line ${line.number}`), element('code', {}, line.text.trim()));
  }
  if (line !== undefined && hidden) {
    parts.push(element('p', {}, 'What became of it is shown after the quiz.'));
  } else if (line !== undefined) {
    const time = typeof line.seconds === 'number' ? `, ${timeText(line.seconds)}` : '';
    parts.push(element('p', {}, `${letterWord(line.letter)}, ${line.ops} ${line.ops === 1 ? 'operation' : 'operations'}${time}`));
    parts.push(
      ...line.events.map(each =>
        element('p', {}, element('b', {}, each.construct), ` ${each.decision}`, ...prose(each.why ? `: ${each.why}` : ''))
      )
    );
    const facts = staged.passes.flatMap(pass =>
      pass.facts.filter(fact => fact.key === line.key).map(fact => element('li', {}, ...prose(fact.text), ` (${pass.name})`))
    );
    if (facts.length) {
      parts.push(element('p', {}, 'Because'), element('ul', {}, ...facts));
    }
    const times = (staged.times ?? []).filter(each => each.key === line.key).sort((a, b) => b.seconds - a.seconds);
    if (times.length) {
      parts.push(element('p', {}, 'Times'), list(times.map(each => `${each.op} ${each.name}: ${timeText(each.seconds)}${each.count > 1 ? `, ${each.count} times` : ''}`)));
    }
    const made = boxes.filter(each => each.key === line.key && each.op !== undefined && each !== box);
    if (made.length) {
      parts.push(element('p', {}, 'Operations'), list(made.map(each => `${each.op} ${(each.types ?? []).join(', ')}`)));
    }
  }
  return parts.length ? parts : [element('p', {}, 'Choose a line or an operation.')];
}

function list(texts: readonly string[]): HTMLElement {
  const items = texts.slice(0, MOST).map(each => element('li', {}, each));
  return element('ul', {}, ...items, texts.length > MOST ? element('li', {}, `… ${texts.length - MOST} more`) : null);
}

function operation(box: Box): HTMLElement {
  const rows: [string, string][] = [
    ['name', box.name ?? ''],
    ['type', (box.types ?? []).join(', ')],
    ['time', typeof box.seconds === 'number' ? timeText(box.seconds) : ''],
    ['by the optimizer', [changeWord(box), ...(box.changes ?? [])].filter(Boolean).join(': ')],
    ...(box.attributes ?? [])
  ];
  const made = rows
    .filter(([, value]) => value)
    .map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)));
  return element('div', {}, element('h4', {}, box.op ?? box.title), element('table', {}, ...made));
}
