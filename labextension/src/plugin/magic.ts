/** The lines of magics on top of a cell's text: finds ours, puts it there, takes it away. */

import words from '../words.json';

/** A change of a text: the characters from `from` to `to` become `text`. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

export interface HeaderLine {
  /** Where the line begins in the text. */
  from: number;
  text: string;
}

const OURS = new RegExp(`^%%${words.magic}(?=[ \\t]|$)`);
const NAME = /^%%([^\s?]+)/;

/** The lines of cell magics with which a text begins; blank lines above them do not count. */
export function header(text: string): HeaderLine[] {
  const found: HeaderLine[] = [];
  let from = /^(?:[ \t]*\r?\n)*/.exec(text)![0].length;
  for (const line of text.slice(from).split('\n')) {
    if (!line.startsWith('%%')) {
      break;
    }
    found.push({ from, text: line.replace(/\r$/, '') });
    from += line.length + 1;
  }
  return found;
}

export function isOurs(line: string): boolean {
  return OURS.test(line);
}

/** The line of our magic, or null. */
export function magicLine(text: string): HeaderLine | null {
  const lines = header(text);
  const at = lines.findIndex(line => isOurs(line.text));
  return lines.slice(0, Math.max(at, 0)).every(line => runsPython(line.text)) ? (lines[at] ?? null) : null;
}

function runsPython(line: string): boolean {
  return words.runPython.includes(NAME.exec(line)?.[1] ?? '');
}

/** The edit that makes the text a cell of ours, below the magics that are there; a string says why that cannot be. */
export function made(text: string): Edit | string {
  if (magicLine(text) !== null) {
    return `The cell is an %%${words.magic} cell already.`;
  }
  const lines = header(text);
  const other = lines.find(line => !runsPython(line.text));
  if (other !== undefined) {
    const name = NAME.exec(other.text)?.[1] ?? '';
    return `This cell goes to %%${name}, and %%${words.magic} stages Python: take that line out first.`;
  }
  const last = lines.at(-1);
  if (last === undefined) {
    const blank = /^(?:[ \t]*\r?\n)*/.exec(text)![0].length;
    return { from: blank, to: blank, text: `%%${words.magic}\n` };
  }
  const end = last.from + last.text.length;
  return { from: end, to: end, text: `\n%%${words.magic}` };
}

/** The edit that takes the line of our magic away; a string says that there is none. */
export function unmade(text: string): Edit | string {
  const line = magicLine(text);
  if (line === null) {
    return `The cell is no %%${words.magic} cell.`;
  }
  const end = line.from + line.text.length;
  const after = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  return { from: line.from, to: end + after, text: '' };
}
