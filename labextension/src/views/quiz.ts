/** The bar of the quiz: what to do, how far one is, and the score. */

import { MARKS, MARK_WORDS, Mark, Quiz } from '../model/quiz';
import { button, element } from './dom';

export interface QuizBarOptions {
  mark: (mark: Mark) => void;
  reveal: () => void;
  again: () => void;
  stop: () => void;
}

export class QuizBar {
  readonly node = element('div', { class: 'agn-quiz', role: 'region', 'aria-label': 'Quiz', hidden: true });
  private count = element('b', {});
  private marks: Record<Mark, HTMLButtonElement>;
  private reveal: HTMLButtonElement;

  constructor(private options: QuizBarOptions) {
    const mark = (each: Mark): HTMLButtonElement =>
      button(`${each} ${MARK_WORDS[each]}`, `The selected line: ${MARK_WORDS[each]} (key ${each.toLowerCase()})`, () => options.mark(each));
    this.marks = { G: mark('G'), P: mark('P'), U: mark('U') };
    this.reveal = button('reveal', 'Show what became of the lines', options.reveal);
  }

  /** Shows where one is; `key` is the line that is selected. */
  show(quiz: Quiz, on: boolean, key: number | null): void {
    this.node.hidden = !on;
    if (!on) {
      return;
    }
    const stop = button('close the quiz', 'Show everything, and ask no more', this.options.stop);
    if (!quiz.count) {
      this.count.textContent = 'Nothing to predict: nothing was decided at a line of this function.';
      this.fill(this.count, stop);
    } else if (quiz.revealed) {
      this.count.textContent = `${quiz.right} of ${quiz.count} right.`;
      this.fill(this.count, button('again', 'Take the answers back, and ask again', this.options.again), stop);
    } else {
      this.count.textContent = `${quiz.answered} of ${quiz.count} marked.`;
      for (const mark of MARKS) {
        this.marks[mark].disabled = !quiz.asks(key);
        this.marks[mark].setAttribute('aria-pressed', String(key !== null && quiz.answer(key) === mark));
      }
      this.reveal.disabled = quiz.answered < quiz.count;
      const what = element('span', {}, 'What becomes of each line with a “?”? Choose a line, then G, P or U.');
      this.fill(what, ...MARKS.map(mark => this.marks[mark]), this.count, this.reveal, stop);
    }
  }

  /** Puts these in; what stays keeps the focus. */
  private fill(...parts: HTMLElement[]): void {
    if (parts.length !== this.node.children.length || parts.slice(0, -1).some(each => each.parentNode !== this.node)) {
      this.node.replaceChildren(...parts);
    }
  }
}
