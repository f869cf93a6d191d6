/** A graph as a list of its operations, indented: what is shown where there are too many for a picture. */

import { ShownBox, ShownFrame, walk } from '../model/frames';
import { cells } from '../model/dot';
import { element } from './dom';
import { Paint } from './overlays';
import { label } from './picture';
import { Rows } from './rows';

export class Outline {
  readonly node = element('div', { class: 'agn-code agn-outline', role: 'tree', 'aria-label': 'Graph' });
  private rows = new Rows(this.node, 'none');
  order: ShownBox[] = [];
  private places = new Map<string, number>();
  private keys = new Map<number, number[]>();

  show(seen: ShownFrame, paint: Paint): void {
    const all = [...walk(seen)];
    this.order = all.map(([box]) => box);
    this.places = new Map(this.order.map((box, index) => [box.id, index]));
    this.keys = new Map();
    this.order.forEach(({ box }, index) => {
      if (box.key !== null) {
        const same = this.keys.get(box.key);
        if (same === undefined) {
          this.keys.set(box.key, [index]);
        } else {
          same.push(index);
        }
      }
    });
    this.rows.fill(
      all.map(([box, depth]) => ({
        made: () => item(box, depth, paint),
        columns: 2 * depth + cells(box.title) + cells(box.detail) + 8
      }))
    );
  }

  /** Marks the operations of a line, and one of them more. */
  select(key: number | null, box: string | null, revealed: boolean): void {
    const chosen = box === null ? undefined : this.places.get(box);
    const alike = (key === null ? undefined : this.keys.get(key)) ?? [];
    const first = chosen ?? alike[0];
    if (first !== undefined) {
      if (revealed) {
        this.rows.reveal(first);
      }
      this.rows.rove(first);
    }
    this.rows.choose(new Set(chosen === undefined ? alike : [chosen, ...alike]));
  }

  mark(hits: ReadonlySet<string>): void {
    this.rows.mark(new Set([...hits].flatMap(id => this.places.get(id) ?? [])));
  }

  get focused(): ShownBox | undefined {
    return this.order[this.rows.focused];
  }

  focus(): void {
    this.rows.focus();
  }

  move(step: number): ShownBox | undefined {
    const next = Math.min(Math.max(this.rows.focused + step, 0), this.order.length - 1);
    this.rows.reveal(next);
    this.rows.rove(next);
    this.rows.focus();
    return this.focused;
  }

  /** The box whose row holds something. */
  at(target: Node): ShownBox | undefined {
    return this.order[this.rows.indexOf(target)];
  }
}

function item(box: ShownBox, depth: number, paint: Paint): HTMLElement {
  const sign = box.foldable ? (box.open ? '−' : '+') : '';
  return element(
    'div',
    {
      class: ['agn-row', 'agn-item', ...paint.classes(box.box)].join(' '),
      role: 'treeitem',
      'data-box': box.id,
      'aria-label': label(box),
      'aria-level': depth + 1,
      'aria-expanded': box.foldable ? String(box.open) : null
    },
    element('span', { class: 'agn-fold', style: `margin-left: ${2 * depth}ch` }, sign),
    element('span', { class: 'agn-change' }, box.box.change ?? ''),
    element('b', {}, box.title),
    element('span', { class: 'agn-remark' }, [box.detail, paint.badge(box.box)].filter(Boolean).join(' · '))
  );
}
