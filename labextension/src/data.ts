/** The data of a report, as `ag_notebook/views/front_end.py` writes it. Nothing in it is markup: all texts are shown as texts. */

export const MIME_TYPE = 'application/vnd.ag-notebook.view.v1+json';
export const VERSION = 1;

export interface Report {
  version: number;
  id: string;
  title: string;
  omitted: string;
  checks: { title: string; list: Check[] } | null;
  /** The parts of each function that are shown. */
  show: string[];
  /** Whether the reader is asked first what becomes of each line. */
  quiz?: boolean;
  /** What each back end made of the functions: mostly it is one. Keys of lines are the same on all. */
  sides: Side[];
}

export interface Side {
  backend: string;
  run: { call: string; value: string; time: string } | null;
  notes: Note[];
  letters: Record<string, string>;
  functions: Staged[];
}

export interface Note {
  code: string;
  level: 'info' | 'warning' | 'error';
  message: string;
  fix: string;
  places: { text: string; key: number | null }[];
  more: number;
}

export interface Check {
  call: string;
  state: string;
  compared: string[];
  said: string;
}

/** A function on its way from source to graph. */
export interface Staged {
  name: string;
  file: string;
  line: number;
  source: SourceLine[];
  generated: CodeLine[];
  passes: Pass[];
  traces: Trace[];
  graph: Frame | null;
  optimized: Frame | null;
  /** Both in one: with what the optimizer removed, and what it added. */
  compared?: Frame | null;
  /** Values of variables in the last call. */
  probes?: Probe[];
  /** How long operations took in the last call, the longest first, where that was asked for. */
  times?: OpTime[];
  /** Programs of compilers below the graph. */
  compiled: { name: string; lines: CodeLine[] }[];
}

/** A line of the user's; `key` is its name everywhere else in the data. */
export interface SourceLine {
  key: number;
  number: number;
  text: string;
  letter: string;
  ops: number;
  colour: number | null;
  /** What its operations took in the last call, where that was asked for. */
  seconds?: number | null;
  remarks: string[];
  events: { construct: string; decision: string; why: string; count: number }[];
}

/** The values that a variable had at a line; `count` says how many there were, `samples` are some of them. */
export interface Probe {
  name: string;
  key: number | null;
  count: number;
  samples: ProbeSample[];
}

export interface ProbeSample {
  /** How many there were before: the round of the loop. */
  number: number;
  value: string;
  shape: string;
  dtype: string;
  low: number | null;
  high: number | null;
}

export interface OpTime {
  op: string;
  name: string;
  key: number | null;
  seconds: number;
  count: number;
}

/** A line of code that was made of the source line `key`; `scaffold` was not written by the user. */
export interface CodeLine {
  text: string;
  key: number | null;
  scaffold: boolean;
}

/** A pass of the conversion; `code` is there where it changed something. */
export interface Pass {
  name: string;
  summary: string;
  changed: boolean;
  code: CodeLine[] | null;
  facts: { key: number | null; text: string }[];
}

export interface Trace {
  signature: string;
  reason: string;
  key: number | null;
  shown: boolean;
}

/** What the optimizer did to an operation: it added, removed or changed it. */
export type Change = '+' | '-' | '~';

export const PLAIN = 0;
export const CARRIED = 1;
export const CONTROL = 2;
export const RECURSION = 3;
export type Arrow = [source: string, target: string, kind: number];

/** A graph, or a part of one. */
export interface Frame {
  id: string;
  role: string;
  title: string;
  ops: number;
  boxes: Box[];
  arrows: Arrow[];
}

/** An operation, a series of alike ones, a group, or words; a series or group that has frames is those alone. */
export interface Box {
  id: string;
  title: string;
  detail: string;
  kind: 'op' | 'words' | 'series' | 'group';
  ops: number;
  key: number | null;
  closed?: boolean;
  op?: string;
  name?: string;
  types?: string[];
  attributes?: [string, string][];
  seconds?: number;
  change?: Change;
  /** What of it is different. */
  changes?: string[];
  frames?: Frame[];
}

/** The report that `data` is, or null where it is none of a version that is known here. */
export function asReport(data: unknown): Report | null {
  const found = data as Partial<Report> | null | undefined;
  const fits =
    !!found &&
    typeof found === 'object' &&
    found.version === VERSION &&
    typeof found.id === 'string' &&
    Array.isArray(found.sides) &&
    found.sides.length > 0;
  return fits ? (found as Report) : null;
}
