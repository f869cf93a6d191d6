/** Takes the line of our magic apart, as IPython and argparse read it, for its colours. */

import words from '../words.json';
import { isOurs } from './magic';

/** `unknown` is an option, or a word of a list, that the magic would refuse. */
export type Kind = 'magic' | 'option' | 'value' | 'string' | 'name' | 'unknown';

export interface Token {
  from: number;
  to: number;
  kind: Kind;
}

/** A word up to the next blank outside of quotes; an open quote goes to the end of the line. */
const WORD = /(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s"'])+/g;
const PIECE = /"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^"']+/g;
const FLAGS: readonly string[] = words.flags;
const VALUED: readonly string[] = words.valued;
const LISTS: Readonly<Record<string, readonly string[] | undefined>> = words.lists;

/** The tokens of a line, in order; of a line that is not ours there are none. */
export function tokens(line: string): Token[] {
  if (!isOurs(line)) {
    return [];
  }
  const start = words.magic.length + 2;
  const found: Token[] = [{ from: 0, to: start, kind: 'magic' }];
  let option: string | null = null; // whose value comes next
  let open = false; // whether a list goes on: blanks around its commas are allowed
  for (const match of line.slice(start).matchAll(WORD)) {
    const word = match[0];
    const from = start + match.index;
    if (option !== null && (!open || word.startsWith(',') || /,\s*$/.test(line.slice(0, from)))) {
      found.push(...value(word, from, option));
      open = words.commas.includes(option);
      option = open ? option : null;
      continue;
    }
    option = null;
    open = false;
    if (word.startsWith('-')) {
      const [name, sign] = split(word);
      const end = from + name.length;
      found.push({ from, to: end, kind: isKnown(name) ? 'option' : 'unknown' });
      if (VALUED.includes(name)) {
        if (name.length === word.length) {
          option = name;
        } else {
          found.push(...value(word.slice(name.length + sign), end + sign, name));
          open = words.commas.includes(name);
          option = open ? name : null;
        }
      }
    } else if (word !== ';') {
      found.push({ from, to: from + word.length, kind: /^["']/.test(word) ? 'string' : 'name' });
    }
  }
  return found;
}

/** The name of an option at the beginning of a word, and how many characters stand between it and its value. */
function split(word: string): [name: string, sign: number] {
  if (word.startsWith('--')) {
    const at = word.indexOf('=');
    return at < 0 ? [word, 0] : [word.slice(0, at), 1];
  }
  const short = word.slice(0, 2);
  return VALUED.includes(short) ? [short, word[2] === '=' ? 1 : 0] : [word, 0]; // `-btf`
}

function isKnown(name: string): boolean {
  const together = /^-\w{2,}$/.test(name) && [...name.slice(1)].every(letter => FLAGS.includes(`-${letter}`));
  return together || FLAGS.includes(name) || VALUED.includes(name);
}

function value(word: string, from: number, option: string): Token[] {
  const list = LISTS[option];
  return [...word.matchAll(PIECE)].flatMap((piece): Token[] => {
    const at = from + piece.index;
    if (/^["']/.test(piece[0])) {
      return [{ from: at, to: at + piece[0].length, kind: 'string' }];
    }
    return [...piece[0].matchAll(/[^,\s]+/g)].map(part => ({
      from: at + part.index,
      to: at + part.index + part[0].length,
      kind: list === undefined || list.includes(part[0]) ? 'value' : 'unknown'
    }));
  });
}
