/** What the optimizer made of an operation: added `+`, removed `-`, changed `~`. */

import { Box, Change } from '../data';
import { ShownBox } from './frames';

const WORDS: Record<Change, string> = { '+': 'added', '-': 'removed', '~': 'changed' };

export function changeWord(box: Box): string {
  return box.change === undefined ? '' : WORDS[box.change];
}

/** The changes inside of a box that is closed: `+2 -1`. */
export function changesIn(shown: ShownBox): string {
  if (!shown.foldable || shown.open) {
    return '';
  }
  const counts: Record<Change, number> = { '+': 0, '-': 0, '~': 0 };
  const todo = [...(shown.box.frames ?? [])];
  for (let frame = todo.pop(); frame !== undefined; frame = todo.pop()) {
    for (const box of frame.boxes) {
      if (box.change !== undefined) {
        counts[box.change] += 1;
      }
      todo.push(...(box.frames ?? []));
    }
  }
  return (Object.keys(counts) as Change[]).filter(sign => counts[sign]).map(sign => `${sign}${counts[sign]}`).join(' ');
}
