/** What a reader chose to see, kept with the output, so that a saved notebook opens as it was left. */

import { MODES, Mode } from './passes';
import { QuizState, asQuiz } from './quiz';

/** The name of a view's state in the metadata of an output. */
export const STATE = 'ag_notebook.view';

/** What boxes are coloured by: what they are … */
export const IDENTITIES = ['line', 'staged', 'operation', 'none'] as const;
/** … or a fact of theirs. */
export const OVERLAYS = ['time', 'type', 'shape'] as const;
export const COLOURS = [...IDENTITIES, ...OVERLAYS] as const;
export type ColourBy = (typeof COLOURS)[number];

export const RUNGS = ['traced', 'optimized', 'compared'] as const;
/** The graph as it was traced, as the optimizer leaves it, or both in one. */
export type Rung = (typeof RUNGS)[number];

export interface ViewState {
  version: 1;
  /** Which back end and function are shown. */
  side: number;
  function: number;
  key: number | null;
  box: string | null;
  /** Ids of boxes that are open; null: as many as there is room for. */
  open: string[] | null;
  /** The boxes that were entered, outermost first. */
  path: string[];
  /** The pass whose code is shown (`pass 3`), or the program of a compiler (`program 0`); null: the code that ran. */
  code: string | null;
  /** Which state of the graph is shown. */
  rung: Rung;
  mode: Mode;
  onlyChanged: boolean;
  colour: ColourBy;
  /** The quiz; null: as the report says. */
  quiz: QuizState | null;
}

export const FIRST: ViewState = {
  version: 1,
  side: 0,
  function: 0,
  key: null,
  box: null,
  open: null,
  path: [],
  code: null,
  rung: 'traced',
  mode: 'after',
  onlyChanged: true,
  colour: 'line',
  quiz: null
};

/** A saved state, as far as it fits: what does not is as at first. */
export function asState(data: unknown): ViewState {
  if (typeof data !== 'object' || data === null || (data as { version?: unknown }).version !== 1) {
    return { ...FIRST };
  }
  const held = data as Record<string, unknown>;
  const texts = (value: unknown): value is string[] => Array.isArray(value) && value.every(each => typeof each === 'string');
  const number = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) ? value : null);
  return {
    version: 1,
    side: Math.max(0, number(held.side) ?? 0),
    function: Math.max(0, number(held.function) ?? 0),
    key: number(held.key),
    box: typeof held.box === 'string' ? held.box : null,
    open: texts(held.open) ? held.open : null,
    path: texts(held.path) ? held.path : [],
    code: typeof held.code === 'string' ? held.code : null,
    rung: RUNGS.find(rung => rung === held.rung) ?? 'traced',
    mode: MODES.find(mode => mode === held.mode) ?? 'after',
    onlyChanged: held.onlyChanged !== false,
    colour: COLOURS.find(colour => colour === held.colour) ?? 'line',
    quiz: asQuiz(held.quiz)
  };
}
