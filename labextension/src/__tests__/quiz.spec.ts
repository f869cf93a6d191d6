import { afterEach, describe, expect, it } from 'vitest';
import { asState, FIRST, ViewState } from '../model/state';
import { Quiz, QuizState, isHidden } from '../model/quiz';
import { Report } from '../data';
import { ReportView } from '../views/report';
import { REPORT, STAGED, fakeLayout } from './sample';

const ON: QuizState = { on: true, answers: {}, revealed: [] };
const QUIZ: Report = { ...REPORT, quiz: true };

async function view(report: Report = QUIZ, state: Partial<ViewState> = {}) {
  const kept: ViewState[] = [];
  const made = new ReportView(report, fakeLayout, { ...FIRST, ...state }, each => kept.push(each));
  document.body.append(made.node);
  await made.graph.ready;
  return { made, node: made.node, kept };
}
const rows = (node: HTMLElement): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('.agn-pane-source .agn-row')];
const letters = (node: HTMLElement): string[] => rows(node).map(row => row.querySelector('.agn-letter')!.textContent!);
const bar = (node: HTMLElement): HTMLElement => node.querySelector<HTMLElement>('.agn-quiz')!;
const press = (key: string): void => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};
const click = (node: HTMLElement, label: string): void =>
  [...bar(node).querySelectorAll('button')].find(each => each.textContent === label)!.click();

afterEach(() => document.body.replaceChildren());

describe('a quiz', () => {
  it('asks for lines with G, P and U alone, and counts what is right', () => {
    const source = STAGED.source.map((line, at) => ({ ...line, letter: ['', 'G', 'U4', 'P', '.'][at]! }));
    const staged = { ...STAGED, source };
    let state = ON;
    expect(source.filter(line => new Quiz(state, 0, staged).asks(line.key)).map(line => line.key)).toEqual([1, 2, 3]);
    for (const [key, mark] of [[1, 'G'], [2, 'U'], [3, 'G']] as const) {
      expect(new Quiz(state, 0, staged).answered).toBe(key - 1);
      state = new Quiz(state, 0, staged).marked(key, mark);
    }
    expect(new Quiz(state, 0, staged).hidden).toBe(true);
    expect(new Quiz(state, 0, staged).verdict(source[1]!)).toBeNull();
    const shown = new Quiz(new Quiz(state, 0, staged).shown(), 0, staged);
    expect([shown.right, shown.count, shown.hidden]).toEqual([2, 3, false]);
    expect(source.map(line => shown.verdict(line))).toEqual([null, 'right', 'right', 'wrong', null]);
    expect(new Quiz(state, 1, staged).answered).toBe(0); // another back end is another quiz
    expect(shown.again()).toEqual(ON);
  });

  it('hides a function until that one is revealed, as the report says or as it was left', () => {
    const two = { ...QUIZ, sides: [QUIZ.sides[0]!, QUIZ.sides[0]!] };
    expect([0, 1].map(side => isHidden(two, null, side, 0))).toEqual([true, true]);
    const shown = new Quiz(ON, 1, STAGED).shown();
    expect([0, 1].map(side => isHidden(two, shown, side, 0))).toEqual([true, false]);
    expect(isHidden(two, { ...ON, on: false }, 0, 0)).toBe(false);
    expect(isHidden(REPORT, null, 0, 0)).toBe(false);
    expect(isHidden(REPORT, ON, 0, 0)).toBe(true); // a quiz that the reader began
  });

  it('is read as far as it fits', () => {
    expect(asState({ version: 1, quiz: { on: true, answers: { '0.1': 'G', '0.2': 'X' }, revealed: ['0.0', 3] } }).quiz).toEqual({
      on: true, answers: { '0.1': 'G' }, revealed: ['0.0']
    });
    expect(asState({ version: 1, quiz: 7 }).quiz).toBeNull();
  });
});

describe('the view in a quiz', () => {
  it('shows nothing of what became of the lines', async () => {
    const { made, node } = await view(QUIZ, { key: 1 });
    expect(letters(node)).toEqual(['', '?', '?', '?', '']);
    expect(node.querySelectorAll('.agn-box')).toHaveLength(0);
    expect(rows(node).every(row => row.querySelector('.agn-ops')!.textContent === '')).toBe(true);
    expect(rows(node).every(row => row.classList.contains('agn-unmarked'))).toBe(true);
    expect(rows(node)[1]!.getAttribute('aria-label')).toBe('line 2, not marked yet, while n > 1:');
    const text = [...node.querySelectorAll('.agn-panes, .agn-below')].map(each => each.textContent).join(' ');
    for (const word of ['in the graph', 'While', 'tensor', 'n: int32[]']) {
      expect(text).not.toContain(word);
    }
    expect([...node.querySelectorAll('.agn-passes option')].map(each => each.textContent)).not.toContain('Lantern');
    const search = node.querySelector<HTMLInputElement>('.agn-search')!;
    search.value = 'staged:yes';
    search.dispatchEvent(new Event('input'));
    expect(node.querySelector('.agn-found')!.textContent).toContain('quiz');
    rows(node)[1]!.focus();
    press('x');
    expect(node.querySelector('.agn-menu')!.textContent).toContain('reveal it first');
    expect(made.graph.svgText()).toBe('');
  });

  it('is answered by keys, revealed, and kept', async () => {
    const { node, kept } = await view();
    rows(node)[1]!.focus();
    rows(node)[1]!.click();
    press('g');
    expect(node.querySelector('.agn-said')!.textContent).toBe('line 2 marked G, 1 of 3 marked');
    press('j');
    press('p');
    expect(bar(node).textContent).toContain('2 of 3 marked.');
    expect(bar(node).querySelector<HTMLButtonElement>('button[aria-label^="Show what"]')!.disabled).toBe(true);
    press('j');
    press('g');
    expect(document.activeElement).toBe(rows(node)[3]);
    expect(letters(node)).toEqual(['', 'G', 'P', 'G', '']);
    const reopened = await view(QUIZ, kept.at(-1)!);
    expect(letters(reopened.node)).toEqual(['', 'G', 'P', 'G', '']);
    click(node, 'reveal');
    expect(bar(node).textContent).toContain('2 of 3 right.');
    expect(node.querySelector('.agn-said')!.textContent).toBe('2 of 3 right');
    expect(letters(node)).toEqual(['', '✓G', '✗G', '✓G', '']);
    expect(rows(node)[2]!.getAttribute('aria-label')).toContain('wrong, you said P');
    await new Promise(done => setTimeout(done, 10));
    expect(node.querySelectorAll('.agn-box').length).toBeGreaterThan(0);
    const later = await view(QUIZ, kept.at(-1)!);
    expect(bar(later.node).textContent).toContain('2 of 3 right.');
    click(node, 'again');
    expect(letters(node)).toEqual(['', '?', '?', '?', '']);
  });

  it('is answered by the mouse, too', async () => {
    const { node } = await view();
    const cell = (): HTMLElement => rows(node)[2]!.querySelector<HTMLElement>('.agn-letter')!;
    const seen: string[] = [];
    for (let at = 0; at < 4; at++) {
      cell().click();
      seen.push(cell().textContent!);
    }
    expect(seen).toEqual(['G', 'P', 'U', '?']);
    click(node, 'U unrolled');
    expect(cell().textContent).toBe('U');
    rows(node)[0]!.click();
    expect([...bar(node).querySelectorAll('button')].slice(0, 3).every(each => each.disabled)).toBe(true); // nothing is asked there
  });

  it('is begun and ended on any report', async () => {
    const { node, kept } = await view(REPORT);
    expect(bar(node).hidden).toBe(true);
    [...node.querySelectorAll<HTMLElement>('.agn-toolbar button')].find(each => each.textContent === 'quiz')!.click();
    expect(letters(node)).toEqual(['', '?', '?', '?', '']);
    expect(kept.at(-1)!.quiz).toEqual(ON);
    click(node, 'close the quiz');
    expect(letters(node)).toEqual(['', 'G', 'G', 'G', '']);
    expect(kept.at(-1)!.quiz!.on).toBe(false);
  });

  it('leaves its keys to the notebook where nothing is asked', async () => {
    const { node } = await view(REPORT);
    rows(node)[1]!.focus();
    const event = new KeyboardEvent('keydown', { key: 'g', bubbles: true, cancelable: true });
    rows(node)[1]!.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
