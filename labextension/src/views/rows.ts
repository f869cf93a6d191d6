/** Rows of one height in a box that scrolls. Once they are many, only those in sight are in the page. */

import { element } from './dom';

/** Height of a row in pixels, as the style sheet has it. */
export const ROW_HEIGHT = 18;
/** Rows that are in the page all at once. */
const FEW = 300;
/** Rows above and below those in sight. */
const MARGIN = 20;

export interface Row {
  /** Makes what is shown. */
  made: () => HTMLElement;
  /** Columns that it takes at least, for the width of a long list. */
  columns: number;
}

export class Rows {
  readonly list: HTMLElement;
  private rows: readonly Row[] = [];
  private made = new Map<number, HTMLElement>();
  private chosen: ReadonlySet<number> = new Set();
  private hits: ReadonlySet<number> = new Set();
  private waiting = false;
  /** The row that the Tab key leads to. */
  focused = 0;

  /** `role` is that of the element between the box and the rows. */
  constructor(private scroller: HTMLElement, role: string) {
    this.list = element('div', { class: 'agn-rows', role });
    scroller.append(this.list);
    scroller.addEventListener('scroll', () => this.scrolled());
  }

  get length(): number {
    return this.rows.length;
  }

  fill(rows: readonly Row[]): void {
    this.rows = rows;
    this.made.clear();
    this.chosen = this.hits = new Set();
    this.focused = 0;
    this.list.replaceChildren();
    this.list.classList.toggle('agn-long', this.isLong);
    this.list.style.cssText = this.isLong
      ? `height: ${rows.length * ROW_HEIGHT}px; min-width: ${rows.reduce((most, row) => Math.max(most, row.columns), 0) + 24}ch`
      : '';
    this.scroller.scrollTop = 0;
    this.show();
  }

  /** Marks the rows that are selected. */
  choose(chosen: ReadonlySet<number>): void {
    const before = this.chosen;
    this.chosen = chosen;
    this.dress([...before, ...chosen]);
  }

  /** Marks the rows that were found. */
  mark(hits: ReadonlySet<number>): void {
    const before = this.hits;
    this.hits = hits;
    this.dress([...before, ...hits]);
  }

  /** Makes a row the one that the Tab key leads to. */
  rove(index: number): void {
    const before = this.focused;
    this.focused = index;
    this.show();
    this.dress([before, index]);
  }

  focus(): void {
    this.made.get(this.focused)?.focus({ preventScroll: true });
  }

  reveal(index: number): void {
    const [top, height] = [index * ROW_HEIGHT, this.scroller.clientHeight];
    const from = this.scroller.scrollTop;
    if (top < from) {
      this.scroller.scrollTop = Math.max(top - ROW_HEIGHT, 0);
    } else if (top + ROW_HEIGHT > from + height) {
      this.scroller.scrollTop = top + 2 * ROW_HEIGHT - height;
    } else {
      return;
    }
    this.show();
  }

  /** The number of the row that holds something, or -1. */
  indexOf(target: Node): number {
    for (const [index, row] of this.made) {
      if (row.contains(target)) {
        return index;
      }
    }
    return -1;
  }

  private get isLong(): boolean {
    return this.rows.length > FEW;
  }

  private scrolled(): void {
    if (this.isLong && !this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.show();
      });
    }
  }

  /** Puts the rows in sight into the page. The focused one stays there, or the focus would be lost. */
  private show(): void {
    let [first, last] = [0, this.rows.length];
    if (this.isLong) {
      const above = Math.floor(this.scroller.scrollTop / ROW_HEIGHT);
      first = Math.max(above - MARGIN, 0);
      last = Math.min(above + Math.ceil((this.scroller.clientHeight || 400) / ROW_HEIGHT) + MARGIN, this.rows.length);
    }
    const wanted = (index: number): boolean => (index >= first && index < last) || index === this.focused;
    for (const [index, row] of this.made) {
      if (!wanted(index)) {
        row.remove();
        this.made.delete(index);
      }
    }
    const order = [...Array(Math.max(last - first, 0)).keys()].map(each => each + first);
    if (this.focused < first) {
      order.unshift(this.focused);
    } else if (this.focused >= last) {
      order.push(this.focused);
    }
    let after: Element | null = null;
    for (const index of order) {
      let row = this.made.get(index);
      if (row === undefined && index < this.rows.length) {
        row = this.rows[index]!.made();
        if (this.isLong) {
          row.style.top = `${index * ROW_HEIGHT}px`;
          row.setAttribute('aria-rowindex', String(index + 1));
        }
        this.made.set(index, row);
        this.list.insertBefore(row, after === null ? this.list.firstChild : after.nextSibling);
        this.dress([index]);
      }
      after = row ?? after;
    }
  }

  private dress(indexes: readonly number[]): void {
    for (const index of indexes) {
      const row = this.made.get(index);
      if (row !== undefined) {
        row.setAttribute('aria-selected', String(this.chosen.has(index)));
        row.setAttribute('tabindex', index === this.focused ? '0' : '-1');
        row.classList.toggle('agn-hit', this.hits.has(index));
      }
    }
  }
}
