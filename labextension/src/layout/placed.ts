/** Where everything goes, as Graphviz says in its JSON: points, y upwards; here y goes down, as in SVG. */

export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Curve {
  source: string;
  target: string;
  points: [number, number][];
  /** The tip of the arrow. */
  tip: [number, number] | null;
  kind: string;
  /** Where its word stands. */
  word: [number, number] | null;
}

export interface Layout {
  width: number;
  height: number;
  boxes: Map<string, Place>;
  /** Clusters, by name without its prefix. */
  frames: Map<string, Place>;
  curves: Curve[];
}

/** The box where the reading begins: the highest, of several the one at the left. */
export function topmost(layout: Layout): Place | null {
  const places = [...layout.boxes.values()];
  return places.reduce<Place | null>((first, each) => (first === null || before(each, first) ? each : first), null);
}

function before(one: Place, other: Place): boolean {
  return one.top < other.top - 1 || (one.top <= other.top + 1 && one.left < other.left);
}

const CLUSTER = 'cluster_';

interface Placed {
  bb: string;
  objects?: { _gvid: number; name: string; bb?: string; pos?: string; width?: string; height?: string }[];
  edges?: { tail: number; head: number; pos?: string; lp?: string; style?: string; class?: string }[];
}

export function readLayout(text: string): Layout {
  const data = JSON.parse(text) as Placed;
  const [, , width = 0, height = 0] = numbers(data.bb);
  const boxes = new Map<string, Place>();
  const frames = new Map<string, Place>();
  const names = new Map<number, string>();
  for (const item of data.objects ?? []) {
    names.set(item._gvid, item.name);
    if (item.name.startsWith(CLUSTER) && item.bb !== undefined) {
      const [left = 0, bottom = 0, right = 0, top = 0] = numbers(item.bb);
      frames.set(item.name.slice(CLUSTER.length), {
        left, top: height - top, width: right - left, height: top - bottom
      });
    } else if (item.pos !== undefined) {
      const [x = 0, y = 0] = numbers(item.pos);
      const [wide, high] = [Number(item.width) * 72, Number(item.height) * 72];
      boxes.set(item.name, { left: x - wide / 2, top: height - y - high / 2, width: wide, height: high });
    }
  }
  const curves = (data.edges ?? [])
    .filter(edge => edge.pos !== undefined && edge.style !== 'invis')
    .map(edge => curve(edge.pos!, names.get(edge.tail) ?? '', names.get(edge.head) ?? '', edge.class ?? '', height, edge.lp));
  return { width, height, boxes, frames, curves };
}

function curve(pos: string, source: string, target: string, kind: string, height: number, lp?: string): Curve {
  const points: [number, number][] = [];
  let tip: [number, number] | null = null;
  for (const part of pos.split(/\s+/).filter(Boolean)) {
    const isTip = part.startsWith('e,');
    const [x = 0, y = 0] = numbers(part.replace(/^[es],/, ''));
    if (isTip) {
      tip = [x, height - y];
    } else if (!part.startsWith('s,')) {
      points.push([x, height - y]);
    }
  }
  const [x = 0, y = 0] = lp === undefined ? [] : numbers(lp);
  return { source, target, points, tip, kind, word: lp === undefined ? null : [x, height - y] };
}

function numbers(text: string): number[] {
  return text.trim().split(/[ ,]+/).map(Number);
}
