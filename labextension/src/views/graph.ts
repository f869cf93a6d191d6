/** The graph as SVG: boxes that open, close and are entered, arrows, and a view that is moved and scaled. */

import { Frame } from '../data';
import { dotSource } from '../model/dot';
import { ShownBox, ShownFrame, entered, firstOpen, foldId, everyBox, shown, walk } from '../model/frames';
import { ColourBy } from '../model/state';
import { Engine } from '../layout/engine';
import { Layout, Place } from '../layout/placed';
import { button, element, svg } from './dom';
import { markClasses } from './marks';

export interface GraphPaneOptions {
  engine: Engine;
  choose: (key: number | null, box: string) => void;
  /** Called when boxes were opened, closed or entered. */
  changed: (open: string[] | null, path: string[]) => void;
}

interface LineFacts {
  colour: number | null;
  letter: string;
}

const LEAST_SCALE = 0.05;
const MOST_SCALE = 4;

export class GraphPane {
  readonly node: HTMLElement;
  readonly crumbs = element('div', { class: 'agn-crumbs' });
  private canvas = element('div', { class: 'agn-canvas' });
  private status = element('div', { class: 'agn-status', role: 'status' });
  private picture: SVGSVGElement | null = null;
  private content: SVGGElement | null = null;
  private frame: Frame | null = null;
  private open = new Set<string>();
  private chosenOpen = false;
  private path: string[] = [];
  private seen: ShownFrame | null = null;
  private placed: Layout | null = null;
  private boxes = new Map<string, SVGGElement>();
  private order: ShownBox[] = [];
  private focused: string | null = null;
  private lines: ReadonlyMap<number, LineFacts> = new Map();
  private colour: ColourBy = 'line';
  private selected: { key: number | null; box: string | null } = { key: null, box: null };
  private hits: ReadonlySet<string> = new Set();
  private view = { x: 0, y: 0, scale: 1 };
  private turn = 0;
  /** Resolves when the picture is that of what is open. */
  ready: Promise<void> = Promise.resolve();

  constructor(private options: GraphPaneOptions) {
    const tools = element(
      'div',
      { class: 'agn-tools' },
      button('−', 'Smaller', () => this.scale(1 / 1.25)),
      button('1:1', 'Original size', () => this.to(1)),
      button('+', 'Larger', () => this.scale(1.25)),
      button('fit', 'Fit the graph into the pane', () => this.fit())
    );
    this.node = element('div', { class: 'agn-graph' }, element('div', { class: 'agn-bar' }, this.crumbs, tools), this.canvas, this.status);
    this.canvas.addEventListener('wheel', event => this.wheeled(event), { passive: false });
    this.canvas.addEventListener('pointerdown', event => this.dragged(event));
    this.canvas.addEventListener('click', event => this.clicked(event));
    this.canvas.addEventListener('dblclick', event => this.doubleClicked(event));
  }

  /** Shows a graph; `open` and `path` are as `changed` gave them. */
  show(frame: Frame | null, lines: ReadonlyMap<number, LineFacts>, open: string[] | null, path: string[]): Promise<void> {
    this.frame = frame;
    this.lines = lines;
    this.chosenOpen = open !== null;
    this.path = path.filter(id => frame !== null && [...everyBox(frame)].some(([box]) => foldId(box) === id));
    this.open = frame === null ? new Set() : open === null ? firstOpen(this.root()) : new Set(open);
    return this.draw(true);
  }

  colourBy(colour: ColourBy): void {
    this.colour = colour;
    this.paint();
  }

  select(key: number | null, box: string | null): void {
    this.selected = { key, box };
    this.paint();
    const target = box ?? this.order.find(each => each.box.key === key && key !== null)?.id;
    if (target !== undefined && target !== null && this.boxes.has(target)) {
      this.focused = target;
      this.rove();
    }
  }

  mark(hits: ReadonlySet<string>): void {
    this.hits = hits;
    this.paint();
  }

  /** Brings a box into sight, opening what it is in. */
  async reveal(box: string, above: readonly string[] = []): Promise<void> {
    const closed = above.filter(id => !this.open.has(id) && !this.path.includes(id));
    if (closed.length || (this.path.length && !this.boxes.has(box))) {
      this.path = [];
      closed.forEach(id => this.open.add(id));
      this.chosenOpen = true;
      this.tell();
      await this.draw(false);
    }
    const place = this.placed?.boxes.get(box);
    if (place !== undefined) {
      this.centre(place);
    }
  }

  focus(): void {
    const first = this.focused ?? this.order[0]?.id;
    if (first !== undefined) {
      this.boxes.get(first)?.focus();
    }
  }

  /** Opens or closes the focused box. */
  fold(): void {
    const box = this.current();
    if (box?.foldable) {
      this.toggle(box.id);
    }
  }

  /** Shows the graphs of the focused box alone; where it has none, leaves what was entered. */
  enter(): void {
    const box = this.current();
    if (box?.foldable && this.path.at(-1) !== box.id) {
      this.go([...this.path, box.id]);
    } else {
      this.leave();
    }
  }

  leave(): void {
    if (this.path.length) {
      this.go(this.path.slice(0, -1));
    }
  }

  /** Goes to another box: along the arrows up and down, in order to the left and the right. */
  move(direction: 'up' | 'down' | 'left' | 'right'): void {
    const at = this.order.findIndex(each => each.id === this.focused);
    let next = this.order[Math.max(at, 0)]?.id;
    if (at >= 0 && (direction === 'up' || direction === 'down')) {
      next = this.neighbour(this.order[at]!.id, direction) ?? next;
    } else if (at >= 0) {
      next = this.order[(at + (direction === 'right' ? 1 : this.order.length - 1)) % this.order.length]?.id;
    }
    if (next !== undefined) {
      this.focused = next;
      this.rove();
      this.boxes.get(next)?.focus();
      this.chooseFocused();
      const place = this.placed?.boxes.get(next);
      if (place !== undefined) {
        this.keepInSight(place);
      }
    }
  }

  chooseFocused(): void {
    const box = this.current();
    if (box !== undefined) {
      this.options.choose(box.box.key, box.id);
    }
  }

  dot(): string {
    return this.seen === null ? '' : dotSource(this.seen);
  }

  /** The picture as a document of its own, in the colours that it has now. */
  svgText(): string {
    if (this.picture === null || this.placed === null) {
      return '';
    }
    const copy = this.picture.cloneNode(true) as SVGSVGElement;
    const [from, to] = [this.picture.querySelectorAll('*'), copy.querySelectorAll('*')];
    from.forEach((each, at) => {
      const style = getComputedStyle(each);
      for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight']) {
        (to[at] as SVGElement).style.setProperty(name, style.getPropertyValue(name));
      }
    });
    copy.querySelector('g')?.removeAttribute('transform');
    copy.setAttribute('viewBox', `0 0 ${this.placed.width} ${this.placed.height}`);
    copy.setAttribute('width', String(this.placed.width));
    copy.setAttribute('height', String(this.placed.height));
    return new XMLSerializer().serializeToString(copy);
  }

  // ---------------------------------------------------------------------------------------------

  private root(): Frame {
    return entered(this.frame!, this.path);
  }

  private current(): ShownBox | undefined {
    return this.order.find(each => each.id === this.focused);
  }

  private toggle(id: string): void {
    if (!this.open.delete(id)) {
      this.open.add(id);
    }
    this.chosenOpen = true;
    this.tell();
    void this.draw(false);
  }

  private go(path: string[]): void {
    this.path = path;
    for (const box of this.root().boxes) {
      const id = box.id ? null : foldId(box);
      if (id !== null) {
        this.open.add(id);
      }
    }
    this.tell();
    void this.draw(true);
  }

  private tell(): void {
    this.options.changed(this.chosenOpen ? [...this.open] : null, this.path);
  }

  private draw(fitted: boolean): Promise<void> {
    const turn = ++this.turn;
    this.ready = this.drawNow(turn, fitted);
    return this.ready;
  }

  private async drawNow(turn: number, fitted: boolean): Promise<void> {
    this.showCrumbs();
    if (this.frame === null) {
      this.clear('There is no graph: nothing was staged.');
      return;
    }
    const seen = shown(this.root(), this.open);
    this.status.textContent = 'Laying out …';
    let placed: Layout;
    try {
      placed = await this.options.engine(dotSource(seen));
    } catch (error) {
      if (turn === this.turn) {
        this.clear(`The graph is not drawn. ${(error as Error).message}`);
      }
      return;
    }
    if (turn !== this.turn) {
      return; // another one is asked for by now
    }
    this.seen = seen;
    this.placed = placed;
    this.status.textContent = '';
    this.build(seen, placed);
    this.paint();
    if (fitted) {
      this.fit();
    } else {
      this.move_();
    }
  }

  private clear(reason: string): void {
    this.canvas.replaceChildren();
    this.boxes.clear();
    this.order = [];
    this.status.textContent = reason;
  }

  private showCrumbs(): void {
    const names = new Map<string, string>();
    if (this.frame !== null) {
      for (const [box] of everyBox(this.frame)) {
        const id = foldId(box);
        if (id !== null && this.path.includes(id)) {
          names.set(id, box.title);
        }
      }
    }
    const steps = ['graph', ...this.path.map(id => names.get(id) ?? id)];
    const made = steps.map((name, at) =>
      at === steps.length - 1
        ? element('span', { 'aria-current': 'true' }, name)
        : element('button', { type: 'button', class: 'agn-crumb', click: () => this.go(this.path.slice(0, at)) }, name)
    );
    this.crumbs.replaceChildren(...made.flatMap((each, at) => (at ? [' › ', each] : [each])));
  }

  private build(seen: ShownFrame, placed: Layout): void {
    this.boxes.clear();
    this.order = [];
    const content = svg('g');
    for (const [name, place] of placed.frames) {
      content.append(svg('rect', { class: 'agn-cluster', 'data-frame': name, ...rect(place), rx: 6 }));
    }
    for (const curve of placed.curves) {
      const [first, ...rest] = curve.points;
      if (first === undefined) {
        continue;
      }
      const d = `M${first.map(round).join(',')}C${rest.map(point => point.map(round).join(',')).join(' ')}`;
      content.append(svg('path', { class: `agn-arrow agn-${curve.kind || 'plain'}`, d }));
      if (curve.tip !== null) {
        content.append(svg('polygon', { class: 'agn-tip', points: tip(curve.tip, curve.points.at(-1)!) }));
      }
      if (curve.word !== null) {
        content.append(svg('text', { class: 'agn-title', x: curve.word[0] - 10, y: curve.word[1] + 4 }, 'rec'));
      }
    }
    this.titles(content, seen, placed);
    for (const [box, depth] of walk(seen)) {
      const place = placed.boxes.get(box.id);
      if (place !== undefined) {
        const group = boxGroup(box, place, depth);
        this.boxes.set(box.id, group);
        this.order.push(box);
        content.append(group);
      }
    }
    this.content = content;
    this.picture = svg('svg', { class: 'agn-picture', role: 'tree', 'aria-label': 'Graph' }, content);
    this.canvas.replaceChildren(this.picture);
    if (this.focused === null || !this.boxes.has(this.focused)) {
      this.focused = this.order[0]?.id ?? null;
    }
    this.rove();
  }

  /** The words of frames; those of open series and groups close them. */
  private titles(content: SVGGElement, frame: ShownFrame, placed: Layout): void {
    for (const box of frame.boxes) {
      for (const inner of box.frames) {
        const place = placed.frames.get(inner.id);
        if (place !== undefined && inner.title) {
          content.append(svg('text', { class: 'agn-title', x: place.left + 8, y: place.top + 15 }, inner.title));
        }
        this.titles(content, inner, placed);
      }
    }
  }

  private rove(): void {
    for (const [id, group] of this.boxes) {
      group.setAttribute('tabindex', id === this.focused ? '0' : '-1');
    }
  }

  /** Colours the boxes, and marks those that are selected. */
  private paint(): void {
    for (const box of this.order) {
      const group = this.boxes.get(box.id)!;
      const facts = box.box.key === null ? undefined : this.lines.get(box.box.key);
      const chosen = this.selected.box === box.id;
      const alike = this.selected.key !== null && this.selected.key === box.box.key;
      const classes = ['agn-box', `agn-kind-${box.box.kind}`, ...this.colours(box, facts)];
      const states = { 'agn-selected': alike, 'agn-chosen': chosen, 'agn-hit': this.hits.has(box.id) };
      classes.push(...Object.entries(states).flatMap(([name, is]) => (is ? [name] : [])));
      group.setAttribute('class', classes.join(' '));
      group.setAttribute('aria-selected', String(chosen || alike));
    }
  }

  private colours(box: ShownBox, facts: LineFacts | undefined): string[] {
    if (this.colour === 'line') {
      return markClasses(facts?.colour ?? null);
    }
    if (this.colour === 'staged') {
      return [`agn-letter-${{ G: 'g', P: 'p', U: 'u', C: 'c' }[facts?.letter.charAt(0) ?? ''] ?? 'none'}`];
    }
    if (this.colour === 'operation') {
      return [`agn-colour-${hash(box.box.op ?? box.box.kind) % 8}`];
    }
    return ['agn-unmarked'];
  }

  private neighbour(id: string, direction: 'up' | 'down'): string | undefined {
    const here = this.placed?.boxes.get(id);
    const linked = (this.placed?.curves ?? []).flatMap(({ source, target }) =>
      direction === 'down' ? (source === id ? [target] : []) : target === id ? [source] : []
    );
    const lower = (a: Place, b: Place): boolean => (direction === 'down' ? a.top > b.top : a.top < b.top);
    const known = linked.find(each => this.boxes.has(each) && here && lower(this.placed!.boxes.get(each)!, here));
    if (known !== undefined || here === undefined) {
      return known;
    }
    let best: [number, string] | undefined;
    for (const [each, place] of this.placed!.boxes) {
      if (each !== id && lower(place, here)) {
        const away = Math.abs(place.top - here.top) + Math.abs(place.left - here.left) / 4;
        best = best === undefined || away < best[0] ? [away, each] : best;
      }
    }
    return best?.[1];
  }

  // the view -----------------------------------------------------------------------------------

  fit(): void {
    if (this.placed === null) {
      return;
    }
    const [width, height] = [this.canvas.clientWidth || 480, this.canvas.clientHeight || 320];
    const scale = Math.min(width / (this.placed.width + 16), height / (this.placed.height + 16), 1);
    this.view = { scale: Math.max(scale, LEAST_SCALE), x: 0, y: 8 };
    this.view.x = Math.max((width - this.placed.width * this.view.scale) / 2, 0);
    this.move_();
  }

  private to(scale: number): void {
    this.scale(scale / this.view.scale);
  }

  zoom(factor: number): void {
    this.scale(factor);
  }

  private scale(factor: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    const scale = Math.min(Math.max(this.view.scale * factor, LEAST_SCALE), MOST_SCALE);
    const real = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real };
    this.move_();
  }

  private centre(place: Place): void {
    const { scale } = this.view;
    this.view.x = this.canvas.clientWidth / 2 - (place.left + place.width / 2) * scale;
    this.view.y = this.canvas.clientHeight / 2 - (place.top + place.height / 2) * scale;
    this.move_();
  }

  private keepInSight(place: Place): void {
    const { scale, x, y } = this.view;
    const [left, top] = [place.left * scale + x, place.top * scale + y];
    const inside =
      left >= 0 &&
      top >= 0 &&
      left + place.width * scale <= this.canvas.clientWidth &&
      top + place.height * scale <= this.canvas.clientHeight;
    if (!inside) {
      this.centre(place);
    }
  }

  private move_(): void {
    const { x, y, scale } = this.view;
    this.content?.setAttribute('transform', `translate(${round(x)} ${round(y)}) scale(${scale.toFixed(4)})`);
  }

  private wheeled(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) {
      return; // the page scrolls; with Ctrl the graph is scaled
    }
    event.preventDefault();
    const bounds = this.canvas.getBoundingClientRect();
    this.scale(Math.exp(-event.deltaY / 400), event.clientX - bounds.left, event.clientY - bounds.top);
  }

  private dragged(down: PointerEvent): void {
    if (down.button !== 0) {
      return;
    }
    const start = { ...this.view };
    const move = (event: PointerEvent): void => {
      this.view.x = start.x + event.clientX - down.clientX;
      this.view.y = start.y + event.clientY - down.clientY;
      this.move_();
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
  }

  private at(event: MouseEvent): ShownBox | undefined {
    const group = (event.target as Element).closest('.agn-box');
    return this.order.find(each => this.boxes.get(each.id) === group);
  }

  private clicked(event: MouseEvent): void {
    const box = this.at(event);
    if (box === undefined) {
      return;
    }
    this.focused = box.id;
    this.rove();
    this.boxes.get(box.id)!.focus();
    if ((event.target as Element).closest('.agn-fold')) {
      this.toggle(box.id);
    } else {
      this.options.choose(box.box.key, box.id);
    }
  }

  private doubleClicked(event: MouseEvent): void {
    const box = this.at(event);
    if (box?.foldable) {
      this.focused = box.id;
      this.enter();
    }
  }
}

function boxGroup(box: ShownBox, place: Place, depth: number): SVGGElement {
  const middle = place.left + place.width / 2;
  const label = [box.box.op && box.box.op !== box.title ? `${box.title} (${box.box.op})` : box.title, box.detail].filter(Boolean).join(', ');
  const group = svg('g', {
    role: 'treeitem',
    'data-box': box.id,
    'aria-label': label,
    'aria-level': depth + 1,
    'aria-expanded': box.foldable ? String(box.open) : null
  });
  group.append(svg('rect', { class: 'agn-back', ...rect(place), rx: 5 }));
  group.append(svg('rect', { class: 'agn-edge', x: place.left, y: place.top, width: 6, height: place.height }));
  if (box.foldable) {
    const sign = svg('text', { class: 'agn-fold', x: place.left + place.width - 12, y: place.top + 14 }, box.open ? '−' : '+');
    group.append(sign);
  }
  const first = place.top + (box.detail ? 16 : place.height / 2 + 4);
  group.append(svg('text', { class: 'agn-name', x: middle, y: first }, box.title));
  if (box.detail) {
    group.append(svg('text', { class: 'agn-detail', x: middle, y: first + 16 }, box.detail));
  }
  group.append(svg('title', {}, [box.box.op, box.box.name].filter(Boolean).join(' ') || box.title));
  return group;
}

function rect(place: Place): { x: number; y: number; width: number; height: number } {
  return { x: round(place.left), y: round(place.top), width: round(place.width), height: round(place.height) };
}

function tip([x, y]: [number, number], [fromX, fromY]: [number, number]): string {
  const angle = Math.atan2(y - fromY, x - fromX);
  const corners = [[x, y], ...[0.45, -0.45].map(turn => [x - 7 * Math.cos(angle + turn), y - 7 * Math.sin(angle + turn)])];
  return corners.map(corner => corner.map(each => round(each!)).join(',')).join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function hash(text: string): number {
  let value = 7;
  for (const each of text) {
    value = (value * 31 + each.codePointAt(0)!) % 1_000_003;
  }
  return value;
}
