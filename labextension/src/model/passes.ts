/** The code before and after each pass of the conversion, and what a pass changed in it. */

import { diffArrays } from 'diff';
import { CodeLine, Staged } from '../data';

export type Mode = 'after' | 'before' | 'diff';
export const MODES: readonly Mode[] = ['after', 'before', 'diff'];

/** A line with what became of it: `+` is new, `-` is gone. */
export interface ChangedLine extends CodeLine {
  sign: '+' | '-' | '';
}

/** The code after pass `at`; before the first one it is the source itself. */
export function codeAfter(staged: Staged, at: number): CodeLine[] {
  for (let index = at; index >= 0; index--) {
    const code = staged.passes[index]?.code;
    if (code) {
      return code;
    }
  }
  return staged.source.map(line => ({ text: line.text, key: line.key, scaffold: false }));
}

/** What is shown of a pass: all of the code, or the lines that it changed among those that it kept. */
export function passCode(staged: Staged, at: number, mode: Mode): ChangedLine[] {
  const before = codeAfter(staged, at - 1);
  const after = codeAfter(staged, at);
  if (mode !== 'diff') {
    return (mode === 'after' ? after : before).map(line => ({ ...line, sign: '' }));
  }
  const parts = diffArrays(before, after, { comparator: (a, b) => a.text === b.text });
  return parts.flatMap(part =>
    part.value.map(line => ({ ...line, sign: part.added ? '+' : part.removed ? '-' : '' }) as ChangedLine)
  );
}

/** The number and the name of a pass; the source, with which the list begins, is none. */
export function passName(staged: Staged, index: number): string {
  const first = staged.passes[0]?.name === 'source' ? 0 : 1;
  return index + first ? `${index + first} ${staged.passes[index]!.name}` : 'the source';
}

/** The passes that are offered: all, or those that changed something. */
export function offered(staged: Staged, onlyChanged: boolean): number[] {
  return staged.passes.flatMap((pass, index) => (pass.changed || !onlyChanged ? [index] : []));
}

/** The next pass in a direction that changed something, or `at` where there is none. */
export function nextChanged(staged: Staged, at: number, step: 1 | -1): number {
  for (let index = at + step; index >= 0 && index < staged.passes.length; index += step) {
    if (staged.passes[index]!.changed) {
      return index;
    }
  }
  return at;
}
