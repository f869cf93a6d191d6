/** A pane of code: the user's lines, or those that a pass made of them. A grid in which one row is selected. */

import { SourceLine } from '../data';
import { ChangedLine } from '../model/passes';
import { element, reveal } from './dom';
import { letterWord, markClasses } from './marks';

export interface CodePaneOptions {
  label: string;
  /** Called with the key of the line that was chosen, null for one that came from none. */
  choose: (key: number | null) => void;
}

export class CodePane {
  readonly node: HTMLElement;
  private rows: { element: HTMLElement; key: number | null }[] = [];
  private focused = 0;

  constructor(private options: CodePaneOptions) {
    this.node = element('div', {
      class: 'agn-code',
      role: 'grid',
      'aria-label': options.label,
      click: (event: MouseEvent) => this.clicked(event),
      focusin: (event: FocusEvent) => this.entered(event)
    });
  }

  /** Shows the user's lines with what became of each. */
  source(lines: readonly SourceLine[]): void {
    this.fill(
      lines.map(line => {
        const said = [`line ${line.number}`, letterWord(line.letter), line.ops ? `${line.ops} operations` : ''];
        const cells = [
          cell('agn-number', String(line.number)),
          cell('agn-letter', line.letter),
          cell('agn-ops', line.ops ? String(line.ops) : ''),
          cell('agn-text', line.text),
          cell('agn-remark', line.remarks.join(' · '))
        ];
        return { key: line.key, colour: line.colour, label: [...said.filter(Boolean), line.text.trim()].join(', '), cells };
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
        const cells = [cell('agn-number', line.sign === '-' ? '' : String(number)), cell('agn-text', line.text)];
        if (signed) {
          cells.splice(1, 0, cell('agn-sign', line.sign));
        }
        const label = [sign, `generated line ${number}`, line.text.trim()].filter(Boolean).join(', ');
        const classes = [line.scaffold ? 'agn-scaffold' : '', sign ? `agn-${sign}` : ''].filter(Boolean);
        const colour = line.key === null ? null : (colours.get(line.key) ?? null);
        return { key: line.key, colour, label, cells, classes };
      })
    );
  }

  private fill(
    rows: { key: number | null; colour: number | null; label: string; cells: HTMLElement[]; classes?: string[] }[]
  ): void {
    this.rows = rows.map(({ key, colour, label, cells, classes }, index) => ({
      key,
      element: element(
        'div',
        {
          class: ['agn-row', ...markClasses(colour), ...(classes ?? [])].join(' '),
          role: 'row',
          'aria-label': label,
          'aria-selected': 'false',
          tabindex: index ? -1 : 0
        },
        ...cells
      )
    }));
    this.focused = 0;
    this.node.replaceChildren(...this.rows.map(row => row.element));
  }

  /** Marks the rows of a line; the first of them is brought into sight where another pane chose it. */
  select(key: number | null, revealed: boolean): void {
    let first = -1;
    this.rows.forEach((row, index) => {
      const is = key !== null && row.key === key;
      row.element.setAttribute('aria-selected', String(is));
      first = is && first < 0 ? index : first;
    });
    if (first >= 0 && this.rows[this.focused]?.key !== key) {
      this.rove(first);
    }
    if (first >= 0 && revealed) {
      reveal(this.rows[first]!.element, this.node);
    }
  }

  mark(hits: ReadonlySet<number>): void {
    for (const { element: row, key } of this.rows) {
      row.classList.toggle('agn-hit', key !== null && hits.has(key));
    }
  }

  focus(): void {
    this.rows[this.focused]?.element.focus();
  }

  /** Goes to another row; the row's line is chosen. */
  move(step: number): void {
    const next = Math.min(Math.max(this.focused + step, 0), this.rows.length - 1);
    this.rove(next);
    this.focus();
    const row = this.rows[next];
    if (row !== undefined) {
      reveal(row.element, this.node);
      this.options.choose(row.key);
    }
  }

  private rove(index: number): void {
    this.rows[this.focused]?.element.setAttribute('tabindex', '-1');
    this.rows[index]?.element.setAttribute('tabindex', '0');
    this.focused = index;
  }

  private clicked(event: MouseEvent): void {
    const index = this.rows.findIndex(row => row.element.contains(event.target as Node));
    if (index >= 0) {
      this.rove(index);
      this.focus();
      this.options.choose(this.rows[index]!.key);
    }
  }

  private entered(event: FocusEvent): void {
    const index = this.rows.findIndex(row => row.element === event.target);
    if (index >= 0 && index !== this.focused) {
      this.rove(index);
    }
  }
}

function cell(name: string, text: string): HTMLElement {
  return element('span', { class: name, role: 'gridcell' }, text);
}
