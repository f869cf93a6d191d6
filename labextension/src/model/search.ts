/**
 * Finds lines and operations: words, `/a regular expression/`, and `op:While`, `line:7`, `staged:no`, which all have to hold.
 */

import { Frame, Staged } from '../data';
import { everyBox } from './frames';

export interface Hit {
  /** The key of a source line. */
  key: number | null;
  /** The id of a box, and those that have to be open for it to be seen. */
  box: string | null;
  above: readonly string[];
  where: 'source' | 'generated' | 'graph';
}

export interface Query {
  words: ((text: string) => boolean)[];
  op: string | null;
  line: number | null;
  staged: boolean | null;
}

export class QueryError extends Error {}

const STAGED = /^[GU]/;

/** What a text asks for. Throws a `QueryError` that says what is wrong with it. */
export function parse(text: string): Query {
  const query: Query = { words: [], op: null, line: null, staged: null };
  for (const [word] of text.matchAll(/\/(?:[^/\\]|\\.)+\/|\S+/g)) {
    const [, name, value] = /^(op|line|staged):(.*)$/.exec(word) ?? [];
    if (name === 'op') {
      query.op = value!.toLowerCase();
    } else if (name === 'line') {
      if (!/^\d+$/.test(value!)) {
        throw new QueryError(`line:${value} is no line: write a number, as in line:7.`);
      }
      query.line = Number(value);
    } else if (name === 'staged') {
      if (!['yes', 'no'].includes(value!)) {
        throw new QueryError(`staged:${value} is neither staged:yes nor staged:no.`);
      }
      query.staged = value === 'yes';
    } else {
      query.words.push(matcher(word));
    }
  }
  return query;
}

function matcher(word: string): (text: string) => boolean {
  const pattern = /^\/(.+)\/$/.exec(word)?.[1];
  if (pattern === undefined) {
    const wanted = word.toLowerCase();
    return text => text.toLowerCase().includes(wanted);
  }
  try {
    const compiled = new RegExp(pattern, 'iu');
    return text => compiled.test(text);
  } catch (error) {
    throw new QueryError(`/${pattern}/ is no regular expression: ${(error as Error).message}.`);
  }
}

export function isEmpty(query: Query): boolean {
  return !query.words.length && query.op === null && query.line === null && query.staged === null;
}

/** The hits of a query, source lines first. */
export function find(query: Query, staged: Staged, graph: Frame | null): Hit[] {
  if (isEmpty(query)) {
    return [];
  }
  const numbers = new Map(staged.source.map(line => [line.key, line.number]));
  const letters = new Map(staged.source.map(line => [line.key, line.letter]));
  const ofLine = (key: number | null): boolean =>
    (query.line === null || (key !== null && numbers.get(key) === query.line)) &&
    (query.staged === null || (key !== null && STAGED.test(letters.get(key) ?? '') === query.staged));
  const says = (text: string): boolean => query.words.every(test => test(text));
  const hits: Hit[] = [];
  if (query.op === null) {
    for (const line of staged.source) {
      if (ofLine(line.key) && says(line.text)) {
        hits.push({ key: line.key, box: null, above: [], where: 'source' });
      }
    }
    if (query.words.length) {
      for (const line of staged.generated) {
        if (ofLine(line.key) && says(line.text)) {
          hits.push({ key: line.key, box: null, above: [], where: 'generated' });
        }
      }
    }
  }
  if (graph !== null && (query.op !== null || query.words.length)) {
    for (const [box, above] of everyBox(graph)) {
      const fits = query.op === null || (box.op ?? '').toLowerCase().includes(query.op);
      if (box.id && fits && ofLine(box.key) && says(`${box.title} ${box.detail} ${box.op ?? ''} ${box.name ?? ''}`)) {
        hits.push({ key: box.key, box: box.id, above, where: 'graph' });
      }
    }
  }
  return hits;
}
