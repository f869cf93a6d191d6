/** What a report says of a line of the cell that it belongs to, and what stands around a cursor. */

import { Report, Side, SourceLine, Staged } from '../data';

export interface Found {
  side: number;
  function: number;
  of: Side;
  staged: Staged;
  line: SourceLine;
}

/** How a report shows a line of a cell: without what turns invisible, see `views/literal.py`; indents of the whole cell are taken away. */
const shown = (text: string): string => text.replaceAll('\t', '    ').trim();

/** All that the report says of a line of a text; nothing where the line is another one since the report was made.
 *
 * @param text that of the cell as it is now
 * @param at the number of the line, from 0
 */
export function lookUp(report: Report, text: string, at: number): Found[] {
  const lines = text.split(/\r?\n/);
  const blank = Math.max(0, lines.findIndex(line => line.trim() !== '')); // the shell drops blank lines on top
  const wanted = shown(lines[at] ?? '');
  const all: Found[] = report.sides.flatMap((of, side) =>
    of.functions.flatMap((staged, index) => staged.source.map(line => ({ side, function: index, of, staged, line })))
  );
  const same = wanted === '' ? [] : all.filter(each => shown(each.line.text) === wanted);
  const here = same.filter(each => each.line.number === at + 1 - blank);
  if (here.length) {
    return here;
  }
  // The line may have moved since: it is told by its text, where no other line has the same.
  const numbers = new Set(same.map(each => each.line.number));
  const once = lines.filter(line => shown(line) === wanted).length === 1;
  return numbers.size === 1 && once ? same : [];
}

/** The lines of generated code that came from a line, without the indent that all of them have. */
export function generatedOf(staged: Staged, key: number): string[] {
  const lines = staged.generated.filter(line => line.key === key).map(line => line.text);
  const indent = Math.min(...lines.map(line => line.length - line.trimStart().length));
  return lines.map(line => line.slice(indent));
}

/** The function that a cursor means: one that the word under it names, else the one at the top level that it stands in. */
export function functionAt(text: string, at: number, column: number): string | null {
  const lines = text.split(/\r?\n/);
  const names = lines.flatMap(line => /^\s*def\s+([^\W\d]\w*)/u.exec(line)?.[1] ?? []);
  const line = lines[at] ?? '';
  for (const match of line.matchAll(/[^\W\d]\w*/gu)) {
    if (match.index <= column && column <= match.index + match[0].length && names.includes(match[0])) {
      return match[0];
    }
  }
  for (let number = at; number >= 0; number--) {
    const name = /^def\s+([^\W\d]\w*)/u.exec(lines[number]!)?.[1];
    if (name !== undefined) {
      return name;
    }
    if (number < at && /^[^\s#@)\]}]/.test(lines[number]!)) {
      break; // a statement of the top level lies between
    }
  }
  return null;
}

/** The arguments of the call that a report is of, where it is one of that function: `tf.constant(7), verbose=False`. */
export function argumentsOf(report: Report | null, name: string): string | null {
  for (const { run } of report?.sides ?? []) {
    const call = run?.call ?? '';
    if (call.startsWith(`${name}(`) && call.endsWith(')') && isOneCall(call)) {
      return call.slice(name.length + 1, -1).trim();
    }
  }
  return null;
}

/** Whether the bracket that is closed last was opened first: not so in `f(1) + g(2)`. */
function isOneCall(call: string): boolean {
  let depth = 0;
  for (const match of call.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g)) {
    depth += match[0] === '(' ? 1 : match[0] === ')' ? -1 : 0;
    if (depth === 0 && match[0] === ')' && match.index < call.length - 1) {
      return false;
    }
  }
  return depth === 0 && !call.includes('…');
}

/** The text of a cell that explores a function. */
export function exploring(name: string, given: string | null): string {
  return `import ag_notebook\n\nag_notebook.explore(${[name, given].filter(Boolean).join(', ')})`;
}
