/** The pane of the graph: a picture whose boxes open, close and are entered; a list where there are too many of them. */

import { Frame } from '../data';
import { Engine } from '../layout/engine';
import { Layout, topmost } from '../layout/placed';
import { changesIn } from '../model/changes';
import { dotFile, dotSource } from '../model/dot';
import { ShownBox, ShownFrame, entered, everyBox, firstOpen, foldId, shown, walk } from '../model/frames';
import { neighbour } from '../model/neighbour';
import { ColourBy } from '../model/state';
import { Camera } from './camera';
import { button, element, pause } from './dom';
import { Outline } from './outline';
import { LineFacts, Paint, paint } from './overlays';
import { Picture, picture } from './picture';

export interface GraphPaneOptions {
  engine: Engine;
  choose: (key: number | null, box: string) => void;
  /** Called when boxes were opened, closed or entered. */
  changed: (open: string[] | null, path: string[]) => void;
}

/** Pixels that a picture is high at least and at most. */
const [LOWEST, HIGHEST] = [120, 400];
/** Boxes of a picture; more of them are a list. */
export const MOST_DRAWN = 300;

export class GraphPane {
  readonly node: HTMLElement;
  readonly crumbs = element('div', { class: 'agn-crumbs' });
  private canvas = element('div', { class: 'agn-canvas' });
  private outline = new Outline();
  private status = element('div', { class: 'agn-status', role: 'status' });
  /** What the status says of the graph itself. */
  private reason = '';
  private legend = element('div', { class: 'agn-colours' });
  private camera = new Camera(this.canvas);
  private frame: Frame | null = null;
  private open = new Set<string>();
  private chosenOpen = false;
  private path: string[] = [];
  private seen: ShownFrame | null = null;
  private placed: Layout | null = null;
  private picture: Picture | null = null;
  private focused: string | null = null;
  private lines: ReadonlyMap<number, LineFacts> = new Map();
  private colour: ColourBy = 'line';
  private paint: Paint = paint('line', null, new Map());
  /** Whether what the optimizer did is shown at the boxes. */
  private compared = false;
  private selected: { key: number | null; box: string | null } = { key: null, box: null };
  private hits: ReadonlySet<string> = new Set();
  private turn = 0;
  /** How high the box of the picture is: as the picture of a function was at most. */
  private height = 0;
  /** Resolves when the picture is that of what is open. */
  ready: Promise<void> = Promise.resolve();

  constructor(private options: GraphPaneOptions) {
    const tools = element(
      'div',
      { class: 'agn-tools' },
      button('−', 'Smaller', () => this.camera.scale(1 / 1.25)),
      button('1:1', 'Original size', () => this.camera.original()),
      button('+', 'Larger', () => this.camera.scale(1.25)),
      button('fit', 'Fit the graph into the pane', () => this.fit())
    );
    const bar = element('div', { class: 'agn-bar' }, this.crumbs, tools);
    this.node = element('div', { class: 'agn-graph' }, bar, this.canvas, this.outline.node, this.status, this.legend);
    this.outline.node.hidden = true;
    for (const place of [this.canvas, this.outline.node]) {
      place.addEventListener('click', event => this.clicked(event));
      place.addEventListener('dblclick', event => this.doubleClicked(event));
    }
  }

  /** Shows a graph; `open` and `path` are as `changed` gave them. */
  show(
    frame: Frame | null,
    lines: ReadonlyMap<number, LineFacts>,
    open: string[] | null,
    path: string[],
    compared = false
  ): Promise<void> {
    this.frame = frame;
    this.height = 0;
    this.lines = lines;
    this.compared = compared;
    this.chosenOpen = open !== null;
    const known = new Set(frame === null || !path.length ? [] : [...everyBox(frame)].map(([box]) => foldId(box)));
    this.path = path.filter(id => known.has(id));
    this.open = frame === null ? new Set() : open === null ? firstOpen(this.root()) : new Set(open);
    this.paint = paint(this.colour, frame, lines);
    return this.draw(true);
  }

  /** Shows a sentence in the place of a graph. */
  hide(reason: string): void {
    this.turn += 1;
    this.frame = null;
    this.path = [];
    this.showCrumbs();
    this.clear(reason);
  }

  colourBy(colour: ColourBy): void {
    this.colour = colour;
    this.paint = paint(colour, this.frame, this.lines);
    if (this.isList) {
      this.list();
    }
    this.dress();
  }

  select(key: number | null, box: string | null, revealed = false): void {
    this.selected = { key, box };
    this.status.textContent = this.reason;
    if (this.isList) {
      this.outline.select(key, box, revealed);
      return;
    }
    this.dress();
    const target = box ?? this.order.find(each => each.box.key === key && key !== null)?.id;
    if (target !== undefined && this.picture?.boxes.has(target)) {
      this.focused = target;
      this.rove();
    }
    if (revealed) {
      this.follow();
    }
  }

  /** Brings what is selected into sight, unless some of it is. */
  private follow(): void {
    const { key, box } = this.selected;
    const chosen = this.order.filter(each => (box === null ? key !== null && each.box.key === key : each.id === box));
    this.camera.keepInSight(...chosen.flatMap(each => this.placed?.boxes.get(each.id) ?? []));
  }

  mark(hits: ReadonlySet<string>): void {
    this.hits = hits;
    this.outline.mark(hits);
    this.dress();
  }

  /** Brings a box into sight, opening what it is in. */
  async reveal(box: string, above: readonly string[] = []): Promise<void> {
    const closed = above.filter(id => !this.open.has(id) && !this.path.includes(id));
    if (closed.length || (this.path.length && !this.order.some(each => each.id === box))) {
      this.path = [];
      closed.forEach(id => this.open.add(id));
      this.chosenOpen = true;
      this.tell();
      await this.draw(false);
    }
    const place = this.placed?.boxes.get(box);
    if (this.isList) {
      this.outline.select(null, box, true);
    } else if (place !== undefined) {
      this.camera.centre(place);
    }
  }

  focus(): void {
    if (this.isList) {
      this.outline.focus();
    } else {
      this.picture?.boxes.get(this.focused ?? this.order[0]?.id ?? '')?.focus();
    }
  }

  /** Opens or closes the focused box. */
  fold(): void {
    const box = this.current();
    if (box?.foldable) {
      this.toggle(box.id);
    } else if (box !== undefined) {
      this.say(box);
    }
  }

  /** Shows the graphs of the focused box alone; where it has none, leaves what was entered. */
  enter(): void {
    const box = this.current();
    if (box?.foldable && this.path.at(-1) !== box.id) {
      this.go([...this.path, box.id]);
    } else if (this.path.length) {
      this.leave();
    } else if (box !== undefined) {
      this.say(box);
    }
  }

  leave(): void {
    if (this.path.length) {
      this.go(this.path.slice(0, -1));
    }
  }

  /** Goes to another box: along the arrows up and down, in order to the left and the right. */
  move(direction: 'up' | 'down' | 'left' | 'right'): void {
    if (this.isList) {
      this.outline.move(direction === 'down' || direction === 'right' ? 1 : -1);
      this.chooseFocused();
      return;
    }
    const at = this.order.findIndex(each => each.id === this.focused);
    let next = this.order[Math.max(at, 0)]?.id;
    if (at >= 0 && (direction === 'up' || direction === 'down')) {
      next = (this.placed === null ? undefined : neighbour(this.placed, this.order[at]!.id, direction)) ?? next;
    } else if (at >= 0) {
      next = this.order[(at + (direction === 'right' ? 1 : this.order.length - 1)) % this.order.length]?.id;
    }
    if (next !== undefined) {
      this.focused = next;
      this.rove();
      this.picture?.boxes.get(next)?.focus();
      this.chooseFocused();
      const place = this.placed?.boxes.get(next);
      if (place !== undefined) {
        this.camera.keepInSight(place);
      }
    }
  }

  chooseFocused(): void {
    const box = this.current();
    if (box !== undefined) {
      this.options.choose(box.box.key, box.id);
    }
  }

  fit(): void {
    this.camera.fit();
  }

  /** Shows the picture as at first, or what is selected in it. */
  begin(): void {
    this.camera.begin();
    this.follow();
  }

  zoom(factor: number): void {
    this.camera.scale(factor);
  }

  dot(): string {
    return this.seen === null ? '' : dotFile(this.seen);
  }

  /** The picture as a document of its own, in the colours that it has now, with nothing selected; empty where there is none. */
  svgText(): string {
    if (this.picture === null || this.placed === null) {
      return '';
    }
    const copy = this.picture.node.cloneNode(true) as SVGSVGElement;
    for (const box of copy.querySelectorAll('.agn-box')) {
      box.classList.remove(...SELECTED);
    }
    copy.style.visibility = 'hidden';
    this.canvas.append(copy); // only what is in the page has styles
    for (const each of copy.querySelectorAll<SVGElement>('*')) {
      const style = getComputedStyle(each);
      const values = COPIED.map(name => [name, style.getPropertyValue(name)] as const);
      values.forEach(([name, value]) => each.style.setProperty(name, value));
    }
    copy.remove();
    copy.style.removeProperty('visibility');
    copy.querySelector('g')?.removeAttribute('transform');
    const [width, height] = [this.placed.width + 2 * MARGIN, this.placed.height + 16 + MARGIN];
    copy.setAttribute('viewBox', `${-MARGIN} -16 ${width} ${height}`); // what stands at an edge has a border
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    return new XMLSerializer().serializeToString(copy);
  }

  /** The colour behind the picture. */
  get ground(): string {
    return getComputedStyle(this.canvas).backgroundColor;
  }

  // ---------------------------------------------------------------------------------------------

  private get isList(): boolean {
    return !this.outline.node.hidden;
  }

  private get order(): ShownBox[] {
    return this.isList ? this.outline.order : (this.picture?.order ?? []);
  }

  private root(): Frame {
    return entered(this.frame!, this.path);
  }

  private current(): ShownBox | undefined {
    return this.isList ? this.outline.focused : this.order.find(each => each.id === this.focused);
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

  private say(box: ShownBox): void {
    this.status.textContent = `There is nothing inside of ${box.box.title}.`;
  }

  private tell(): void {
    this.options.changed(this.chosenOpen ? [...this.open] : null, this.path);
  }

  private draw(anew: boolean): Promise<void> {
    const turn = ++this.turn;
    this.ready = this.drawNow(turn, anew);
    return this.ready;
  }

  private async drawNow(turn: number, anew: boolean): Promise<void> {
    this.showCrumbs();
    if (this.frame === null) {
      this.clear('There is no graph: nothing was staged.');
      return;
    }
    const hadFocus = this.node.contains(document.activeElement);
    await pause();
    if (turn !== this.turn) {
      return; // another one is asked for by now
    }
    const seen = shown(this.root(), this.open);
    const count = [...walk(seen)].length;
    let placed: Layout | null = null;
    let reason = `A list, because ${count} boxes are too many for a picture (${MOST_DRAWN} at most). Close or enter some.`;
    if (count <= MOST_DRAWN) {
      this.status.textContent = 'Laying out …';
      try {
        placed = await this.options.engine(dotSource(seen));
      } catch (error) {
        reason = `A list, because the graph could not be laid out. ${(error as Error).message}`;
      }
      if (turn !== this.turn) {
        return;
      }
    }
    this.seen = seen;
    this.placed = placed;
    this.outline.node.hidden = placed !== null;
    this.canvas.hidden = placed === null;
    if (placed === null) {
      this.picture = null;
      this.camera.look(null, 0, 0);
      this.canvas.replaceChildren();
      this.list();
      this.state(reason);
    } else {
      this.build(seen, placed, anew);
    }
    if (hadFocus && !this.node.contains(document.activeElement)) {
      this.focus();
    }
  }

  private build(seen: ShownFrame, placed: Layout, anew: boolean): void {
    this.picture = picture(seen, placed);
    this.canvas.replaceChildren(this.picture.node);
    this.height = Math.max(this.height, Math.min(Math.max(placed.height + 40, LOWEST), HIGHEST));
    this.canvas.style.height = `${this.height}px`;
    this.camera.look(this.picture.content, placed.width, placed.height, topmost(placed));
    this.state('');
    if (this.focused === null || !this.picture.boxes.has(this.focused)) {
      this.focused = this.order[0]?.id ?? null;
    }
    this.rove();
    this.dress();
    if (anew) {
      this.begin();
    }
  }

  /** The list of what is open. */
  private list(): void {
    if (this.seen !== null) {
      this.outline.show(this.seen, this.paint);
      this.outline.select(this.selected.key, this.selected.box, true);
      this.outline.mark(this.hits);
      this.showLegend();
    }
  }

  private clear(reason: string): void {
    this.seen = this.placed = this.picture = null;
    this.camera.look(null, 0, 0);
    this.canvas.replaceChildren();
    this.canvas.hidden = this.outline.node.hidden = true;
    this.legend.replaceChildren();
    this.state(reason);
  }

  private state(reason: string): void {
    this.status.textContent = this.reason = reason;
  }

  private showCrumbs(): void {
    const names = new Map<string, string>();
    if (this.frame !== null && this.path.length) {
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

  private showLegend(): void {
    const changes = this.compared ? ['+ added', '− removed', '~ changed'] : [];
    this.legend.replaceChildren(
      ...changes.map(words => element('span', {}, words)),
      ...this.paint.legend.map(({ classes, words }) => element('span', { class: ['agn-key', ...classes].join(' ') }, words))
    );
  }

  private rove(): void {
    for (const [id, group] of this.picture?.boxes ?? []) {
      group.setAttribute('tabindex', id === this.focused ? '0' : '-1');
    }
  }

  /** Colours the boxes, and marks those that are selected. */
  private dress(): void {
    if (this.picture === null) {
      return;
    }
    this.showLegend();
    for (const box of this.picture.order) {
      const group = this.picture.boxes.get(box.id)!;
      const chosen = this.selected.box === box.id;
      const alike = this.selected.key !== null && this.selected.key === box.box.key;
      const change = this.compared ? box.box.change : undefined;
      const classes = ['agn-box', `agn-kind-${box.box.kind}`, ...this.paint.classes(box.box)];
      const states = { 'agn-selected': alike, 'agn-chosen': chosen, 'agn-hit': this.hits.has(box.id) };
      classes.push(...Object.entries(states).flatMap(([name, is]) => (is ? [name] : [])));
      if (change !== undefined) {
        classes.push({ '+': 'agn-is-added', '-': 'agn-is-removed', '~': 'agn-is-changed' }[change]);
      }
      group.setAttribute('class', classes.join(' '));
      group.setAttribute('aria-selected', String(chosen || alike));
      const inside = this.compared ? changesIn(box) : '';
      const badge = [change?.replace('-', '−') ?? inside, this.paint.badge(box.box)].filter(Boolean).join(' ');
      group.querySelector('.agn-badge')!.textContent = badge;
    }
  }

  private at(event: MouseEvent): ShownBox | undefined {
    if (this.isList) {
      return this.outline.at(event.target as Node);
    }
    const id = (event.target as Element).closest<SVGGElement>('.agn-box')?.dataset.box;
    return this.order.find(each => each.id === id);
  }

  private clicked(event: MouseEvent): void {
    const box = this.at(event);
    if (box === undefined) {
      return;
    }
    this.focused = box.id;
    if (this.isList) {
      this.outline.select(box.box.key, box.id, false);
    } else {
      this.rove();
    }
    this.focus();
    if ((event.target as Element).closest('.agn-fold') && box.foldable) {
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

/** The room at the edges of a picture that is saved. */
const MARGIN = 8;
const SELECTED = ['agn-selected', 'agn-chosen', 'agn-hit'];
const COPIED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight', 'text-anchor'];
