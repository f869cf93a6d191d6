/** The quiz: what becomes of a line is hidden until the reader has said it of each. */

import { Report, SourceLine, Staged } from '../data';

export const MARKS = ['G', 'P', 'U'] as const;
export type Mark = (typeof MARKS)[number];
export const MARK_WORDS: Record<Mark, string> = { G: 'in the graph', P: 'decided by Python while tracing', U: 'unrolled' };

/** What is kept of a quiz: what was answered, under the back end and the line, and where the answers were revealed. */
export type QuizState = {
  on: boolean;
  answers: Record<string, Mark>;
  revealed: string[];
};

/** The quiz that a report begins with. */
export function firstQuiz(report: Report): QuizState {
  return { on: report.quiz === true, answers: {}, revealed: [] };
}

/** Whether what became of a function's lines is not to be seen yet; `kept` is what the reader made of the quiz. */
export function isHidden(report: Report, kept: QuizState | null, side: number, index: number): boolean {
  const staged = report.sides[side]?.functions[index];
  return staged !== undefined && new Quiz(kept ?? firstQuiz(report), side, staged).hidden;
}

/** A saved quiz, as far as it fits. */
export function asQuiz(data: unknown): QuizState | null {
  if (typeof data !== 'object' || data === null) {
    return null;
  }
  const held = data as Partial<Record<keyof QuizState, unknown>>;
  const answers = Object.entries(typeof held.answers === 'object' ? (held.answers ?? {}) : {});
  return {
    on: held.on === true,
    answers: Object.fromEntries(answers.filter((each): each is [string, Mark] => MARKS.some(mark => mark === each[1]))),
    revealed: Array.isArray(held.revealed) ? held.revealed.filter(each => typeof each === 'string') : []
  };
}

/** The quiz of one function on one back end. */
export class Quiz {
  private asked: Map<number, Mark>;

  constructor(
    private state: QuizState,
    private side: number,
    private staged: Staged
  ) {
    this.asked = new Map(staged.source.flatMap(line => (isMark(line.letter.charAt(0)) ? [[line.key, line.letter.charAt(0) as Mark]] : [])));
  }

  /** The lines that are asked for: those that went into the graph, that Python decided, or that were unrolled. */
  get count(): number {
    return this.asked.size;
  }

  get answered(): number {
    return [...this.asked.keys()].filter(key => this.answer(key) !== null).length;
  }

  get right(): number {
    return [...this.asked].filter(([key, letter]) => this.answer(key) === letter).length;
  }

  get revealed(): boolean {
    return this.state.revealed.includes(this.id);
  }

  /** Whether what became of the lines is not to be seen yet. */
  get hidden(): boolean {
    return this.state.on && this.count > 0 && !this.revealed;
  }

  asks(key: number | null): boolean {
    return key !== null && this.asked.has(key);
  }

  answer(key: number): Mark | null {
    return this.state.answers[`${this.side}.${key}`] ?? null;
  }

  /** Whether a line was said right, once that may be seen. */
  verdict(line: SourceLine): 'right' | 'wrong' | null {
    if (!this.state.on || !this.revealed || !this.asks(line.key)) {
      return null;
    }
    return this.answer(line.key) === this.asked.get(line.key) ? 'right' : 'wrong';
  }

  /** The state with another answer; null takes it back. */
  marked(key: number, mark: Mark | null): QuizState {
    const answers = { ...this.state.answers };
    delete answers[`${this.side}.${key}`];
    return { ...this.state, answers: mark === null ? answers : { ...answers, [`${this.side}.${key}`]: mark } };
  }

  shown(): QuizState {
    return { ...this.state, revealed: [...this.state.revealed, this.id] };
  }

  /** The state in which this function is asked again. */
  again(): QuizState {
    const own = new Set([...this.asked.keys()].map(key => `${this.side}.${key}`));
    const answers = Object.fromEntries(Object.entries(this.state.answers).filter(([key]) => !own.has(key)));
    return { on: true, answers, revealed: this.state.revealed.filter(each => each !== this.id) };
  }

  private get id(): string {
    return `${this.side}.${this.staged.source[0]?.key ?? 0}`;
  }
}

function isMark(letter: string): letter is Mark {
  return MARKS.some(mark => mark === letter);
}
