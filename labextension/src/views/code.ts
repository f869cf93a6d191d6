/** A pane of code: the user's lines, or those that a pass made of them. A grid in which one row is selected. */

import { SourceLine } from '../data';
import { cells } from '../model/dot';
import { ChangedLine } from '../model/passes';
import { Quiz } from '../model/quiz';
import { timeText } from '../model/times';
import { element, prose } from './dom';
import { letterWord, markClasses } from './marks';
import { Row, Rows } from './rows';

/** The cell of what is said of a line: a sentence, the only one of its texts that is. */
const REMARK = 'agn-remark';

export interface CodePaneOptions {
  label: string;
  /** Called with the key of the line that was chosen, null for one that came from none. */
  choose: (key: number | null) => void;
  /** Called where the place of a line's letter was clicked. */
  letter?: (key: number) => void;
}

/** What is shown of a line: the texts of its cells, and what a screen reader says of it. */
interface Line {
  key: number | null;
  colour: number | null;
  label: string;
  cells: readonly (readonly [name: string, text: string])[];
  classes: readonly string[];
}

export class CodePane {
  readonly node: HTMLElement;
  private rows: Rows;
  private keys: (number | null)[] = [];
  private places = new Map<number, number[]>();

  constructor(private options: CodePaneOptions) {
    this.node = element('div', {
      class: 'agn-code',
      role: 'grid',
      'aria-label': options.label,
      click: (event: MouseEvent) => this.clicked(event),
      focusin: (event: FocusEvent) => this.entered(event)
    });
    this.rows = new Rows(this.node, 'rowgroup');
  }

  /** Shows the user's lines with what became of each, as far as the quiz lets it be seen. */
  source(lines: readonly SourceLine[], quiz: Quiz | null = null): void {
    const hidden = quiz?.hidden ?? false;
    const timed = !hidden && lines.some(line => typeof line.seconds === 'number');
    this.fill(
      lines.map(line => {
        const asked = hidden && quiz!.asks(line.key);
        const answer = asked ? (quiz!.answer(line.key) ?? '?') : '';
        const verdict = quiz?.verdict(line) ?? null;
        const time = typeof line.seconds === 'number' ? timeText(line.seconds) : '';
        const said = quiz !== null && verdict === 'wrong' ? `you said ${quiz.answer(line.key) ?? 'nothing'}` : '';
        const became = [letterWord(line.letter), line.ops ? `${line.ops} operations` : '', time, verdict ?? '', said];
        const asking = answer === '?' ? ['not marked yet'] : [`marked ${answer}`];
        const words = [`line ${line.number}`, ...(hidden ? (asked ? asking : []) : became)];
        const gutter = verdict === null ? line.letter : `${verdict === 'right' ? '✓' : '✗'}${line.letter}`;
        return {
          key: line.key,
          colour: hidden ? null : line.colour,
          label: [...words.filter(Boolean), line.text.trim()].join(', '),
          cells: [
            ['agn-number', String(line.number)],
            ['agn-letter', hidden ? answer : gutter],
            ['agn-ops', line.ops && !hidden ? String(line.ops) : ''],
            ...(timed ? [['agn-time', time] as const] : []),
            ['agn-text', line.text],
            [REMARK, hidden ? '' : [said, ...line.remarks].filter(Boolean).join(' · ')]
          ],
          classes: [asked ? 'agn-asked' : '', verdict === null ? '' : `agn-${verdict}`].filter(Boolean)
        };
      })
    );
  }

  /** Shows generated lines, each with the mark of the line that it came from. */
  generated(lines: readonly ChangedLine[], colours: ReadonlyMap<number, number | null>): void {
    const signed = lines.some(line => line.sign);
    let number = 0;
    this.fill(
      lines.map(line => {
        number += line.sign === '-' ? 0 : 1;
        const sign = { '+': 'added', '-': 'removed', '': '' }[line.sign];
        return {
          key: line.key,
          colour: line.key === null ? null : (colours.get(line.key) ?? null),
          label: [sign, `generated line ${number}`, line.text.trim()].filter(Boolean).join(', '),
          cells: [
            ['agn-number', line.sign === '-' ? '' : String(number)],
            ...(signed ? [['agn-sign', line.sign] as const] : []),
            ['agn-text', line.text]
          ],
          classes: [line.scaffold ? 'agn-scaffold' : '', sign ? `agn-${sign}` : ''].filter(Boolean)
        };
      })
    );
  }

  private fill(lines: readonly Line[]): void {
    this.keys = lines.map(line => line.key);
    this.places = new Map();
    this.keys.forEach((key, index) => {
      if (key !== null) {
        const same = this.places.get(key);
        if (same === undefined) {
          this.places.set(key, [index]);
        } else {
          same.push(index);
        }
      }
    });
    this.node.setAttribute('aria-rowcount', String(lines.length));
    this.node.style.setProperty('--agn-lines', String(lines.length)); // a short function has a low box
    this.rows.fill(lines.map(row));
  }

  /** Marks the rows of a line; the first of them is brought into sight where another pane chose it. */
  select(key: number | null, revealed: boolean): void {
    const places = (key === null ? undefined : this.places.get(key)) ?? [];
    const [first] = places;
    if (first !== undefined && revealed) {
      this.rows.reveal(first);
    }
    this.rows.choose(new Set(places));
    if (first !== undefined && this.keys[this.rows.focused] !== key) {
      this.rows.rove(first);
    }
  }

  mark(hits: ReadonlySet<number>): void {
    this.rows.mark(new Set([...hits].flatMap(key => this.places.get(key) ?? [])));
  }

  focus(): void {
    this.rows.focus();
  }

  /** Goes to another row; the row's line is chosen. */
  move(step: number): void {
    const next = Math.min(Math.max(this.rows.focused + step, 0), this.keys.length - 1);
    if (next >= 0) {
      this.rows.reveal(next);
      this.rows.rove(next);
      this.rows.focus();
      this.options.choose(this.keys[next]!);
    }
  }

  private clicked(event: MouseEvent): void {
    const index = this.rows.indexOf(event.target as Node);
    const key = this.keys[index];
    if (key === undefined) {
      return;
    }
    this.rows.rove(index);
    this.rows.focus();
    this.options.choose(key);
    if (key !== null && (event.target as Element).closest('.agn-letter')) {
      this.options.letter?.(key);
    }
  }

  private entered(event: FocusEvent): void {
    const index = this.rows.indexOf(event.target as Node);
    if (index >= 0 && index !== this.rows.focused) {
      this.rows.rove(index);
    }
  }
}

function row(line: Line): Row {
  const made = (): HTMLElement =>
    element(
      'div',
      { class: ['agn-row', ...markClasses(line.colour), ...line.classes].join(' '), role: 'row', 'aria-label': line.label },
      ...line.cells.map(([name, text]) =>
        element('span', { class: name, role: 'gridcell' }, ...(name === REMARK ? prose(text) : [text]))
      )
    );
  return { made, columns: line.cells.reduce((sum, [, text]) => sum + cells(text), 0) };
}
