/** A graph that is shown in the DOT language: for the layout, where boxes have fixed sizes and no text, or with its words, as a file. */

import { Arrow, CARRIED, CONTROL, RECURSION } from '../data';
import { ShownBox, ShownFrame, walk } from './frames';

const CELL = 7.3;
const ROW = 16;
const ENTRIES = 3;
const FAST_FROM = 120;
const STYLES: Record<number, string[]> = {
  [CARRIED]: ['class=carried', 'constraint=false'],
  [CONTROL]: ['class=control'],
  [RECURSION]: ['class=recursion', 'constraint=false', 'label="rec"']
};

/** In a file, where no style sheet says what a class looks like. */
const DRAWN: Record<number, string[]> = {
  [CARRIED]: ['style=dashed', 'constraint=false'],
  [CONTROL]: ['style=dotted'],
  [RECURSION]: ['style=dashed', 'constraint=false', 'label="rec"']
};

/** Whether an arrow leads back to where something begins again. */
function isBack(kind: number): boolean {
  return kind === CARRIED || kind === RECURSION;
}

/** Width and height of a box in points, which are CSS pixels here. */
export function boxSize(box: ShownBox): [width: number, height: number] {
  const widest = Math.max(cells(box.title), cells(box.detail), 6);
  return [Math.round(widest * CELL + (box.foldable ? 42 : 22)), Math.round(ROW * (box.detail ? 2 : 1) + 10)];
}

/** Columns that a text takes in a font of fixed width; characters of East Asia take two. */
export function cells(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) {
    return text.length;
  }
  let count = 0;
  for (const each of text) {
    count += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(each)
      ? 2
      : 1;
  }
  return count;
}

/** What differs between the text for the layout and a file. */
interface Way {
  head: string;
  node: (box: ShownBox) => string;
  /** The words of a frame. */
  title: (text: string) => string;
  arrows: Record<number, string[]>;
}

const LAYOUT: Way = {
  head: 'node [shape=box fixedsize=true label=""]',
  node: box => {
    const [width, height] = boxSize(box);
    return `width=${(width / 72).toFixed(3)} height=${(height / 72).toFixed(3)}`;
  },
  title: text => `"${'x'.repeat(Math.min(cells(text), 60))}"`, // their room; the words are ours
  arrows: STYLES
};
const FILE: Way = {
  head: 'node [shape=box style=rounded fontname=monospace fontsize=11]',
  node: box => `label=${quoted([box.title, box.detail].filter(Boolean).join('\n'))}`,
  title: quoted,
  arrows: DRAWN
};

export function dotSource(frame: ShownFrame): string {
  return written(frame, LAYOUT);
}

/** The graph for Graphviz and its like, with all words. */
export function dotFile(frame: ShownFrame): string {
  return `${written(frame, FILE)}\n`;
}

/** A text of DOT, where a backslash begins an escape. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

function written(frame: ShownFrame, way: Way): string {
  const lines = ['digraph {', 'graph [compound=true nodesep=0.25 ranksep=0.35 fontname=monospace fontsize=12 labeljust=l]'];
  if ([...walk(frame)].length >= FAST_FROM) {
    lines.push('graph [splines=line nslimit=2 nslimit1=2 mclimit=0.3]');
  }
  lines.push(way.head, 'edge [arrowsize=0.7]');
  addFrame(lines, frame, way);
  return [...lines, '}'].join('\n');
}

function addFrame(lines: string[], frame: ShownFrame, way: Way): void {
  const node = (box: ShownBox): string => `"${box.id}" [${way.node(box)}]`;
  for (const box of frame.boxes) {
    const isPart = box.box.kind !== 'op' && box.open;
    if (!box.open) {
      lines.push(node(box));
      continue;
    }
    if (!isPart) {
      lines.push(`subgraph "cluster_${box.id}" {`, 'label=""', node(box));
    }
    for (const inner of box.frames) {
      lines.push(`subgraph "cluster_${inner.id}" {`, `label=${way.title(inner.title)}`);
      addFrame(lines, inner, way);
      lines.push('}');
      if (!isPart) {
        lines.push(...entries(inner).map(id => `"${box.id}" -> "${id}" [style=invis]`));
      }
    }
    if (!isPart) {
      lines.push('}');
    }
  }
  const holders = new Map<string, ShownBox>();
  for (const box of level(frame)) {
    if (box.open) {
      holders.set(box.id, box);
    }
  }
  for (const [source, target, kind] of frame.arrows) {
    const style = way.arrows[kind] ?? [];
    const holder = isBack(kind) ? undefined : holders.get(source);
    if (holder === undefined) {
      lines.push(`"${source}" -> "${target}" [${style.join(' ')}]`);
    } else {
      const options = [`ltail="cluster_${source}"`, 'minlen=2', ...style].join(' ');
      lines.push(`"${lowest(holder)[1]}" -> "${target}" [${options}]`);
    }
  }
}

/** The boxes of a graph: of its frame, and of the open series and groups in it. */
function* level(frame: ShownFrame): Generator<ShownBox> {
  for (const box of frame.boxes) {
    if (box.open && box.box.kind !== 'op') {
      for (const inner of box.frames) {
        yield* level(inner);
      }
    } else {
      yield box;
    }
  }
}

/** Boxes of a nested graph that no other leads to: they hang below the operation that holds them. */
function entries(frame: ShownFrame): string[] {
  const reached = new Set(frame.arrows.filter(([, , kind]) => !isBack(kind)).map(([, target]) => target));
  return [...level(frame)]
    .map(box => box.id)
    .filter(id => !reached.has(id))
    .slice(0, ENTRIES);
}

/** The lowest box inside a box, or the box itself, and how many rows there are down to it. */
function lowest(box: ShownBox): [rows: number, id: string] {
  let found: [number, string] = [1, box.id];
  for (const frame of box.frames) {
    const before = new Map<string, string[]>();
    for (const [source, target] of frame.arrows.filter((arrow: Arrow) => !isBack(arrow[2]))) {
      before.set(target, [...(before.get(target) ?? []), source]);
    }
    const rows = new Map<string, number>();
    for (const inner of level(frame)) {
      const above = Math.max(1, ...(before.get(inner.id) ?? []).map(id => rows.get(id) ?? 1));
      const [inside, id] = lowest(inner);
      rows.set(inner.id, above + inside);
      if (above + inside > found[0]) {
        found = [above + inside, id];
      }
    }
  }
  return found;
}
