/** What of a graph is shown: boxes that hold graphs, series and groups are open or closed, and arrows lead to what is seen. */

import { Arrow, Box, Frame, RECURSION } from '../data';

/** A box that is seen; `frames` are those of its graphs that are open. */
export interface ShownBox {
  id: string;
  box: Box;
  title: string;
  detail: string;
  frames: ShownFrame[];
  /** Whether there is something inside that can be opened. */
  foldable: boolean;
  open: boolean;
}

export interface ShownFrame {
  id: string;
  title: string;
  boxes: ShownBox[];
  /** Between ids of boxes in this frame, or in the open series and groups in it. */
  arrows: Arrow[];
}

/** Boxes that are open at first: as many as can be seen at once. */
export const ROOM = 60;

/** The name under which a box is opened: a series or group has no id but that of its frame. */
export function foldId(box: Box): string | null {
  const first = box.frames?.[0];
  return first === undefined ? null : isPart(box) ? first.id : box.id;
}

/** Whether a box is a part of its graph, rather than an operation that holds graphs. */
export function isPart(box: Box): boolean {
  return box.kind === 'series' || box.kind === 'group';
}

/** What is seen of a frame. */
export function shown(frame: Frame, open: ReadonlySet<string>): ShownFrame {
  const seen = new Map<string, string>();
  const boxes = shownBoxes(frame, open, null, seen);
  return { id: frame.id, title: frame.title, boxes: boxes.boxes, arrows: led(boxes.arrows, seen) };
}

/** All that is seen of a part, under the id `home` where that is closed; arrows between parts are the graph's. */
function shownBoxes(
  frame: Frame,
  open: ReadonlySet<string>,
  home: string | null,
  seen: Map<string, string>
): { boxes: ShownBox[]; arrows: Arrow[] } {
  const boxes: ShownBox[] = [];
  const arrows = [...frame.arrows];
  for (const box of frame.boxes) {
    if (!isPart(box) || !box.frames?.length) {
      seen.set(box.id, home ?? box.id);
      const isOpen = home === null && open.has(box.id);
      for (const inner of box.frames ?? []) {
        shownBoxes(inner, open, isOpen ? null : (home ?? box.id), seen); // from there recursion leads back here
      }
      if (home === null) {
        boxes.push(operation(box, open));
      }
      continue;
    }
    const id = foldId(box)!;
    const isOpen = home === null && open.has(id);
    const inner = box.frames.map(each => shownBoxes(each, open, isOpen ? null : (home ?? id), seen));
    arrows.push(...inner.flatMap(each => each.arrows));
    if (isOpen) {
      const frames = box.frames.map((each, at) => ({
        id: each.id,
        title: each.title,
        boxes: inner[at]!.boxes,
        arrows: []
      }));
      boxes.push({ id, box, title: box.title, detail: '', frames, foldable: true, open: true });
    } else if (home === null) {
      const ops = box.frames.reduce((sum, each) => sum + each.ops, 0);
      boxes.push({ id, box, title: box.title, detail: `${ops} ops`, frames: [], foldable: true, open: false });
    }
  }
  return { boxes, arrows };
}

function operation(box: Box, open: ReadonlySet<string>): ShownBox {
  const foldable = !!box.frames?.length;
  const isOpen = foldable && open.has(box.id);
  const ops = (box.frames ?? []).map(each => `${each.title || each.role}: ${each.ops} ops`).join(', ');
  return {
    id: box.id,
    box,
    title: box.title,
    detail: foldable && !isOpen ? [box.detail, ops].filter(Boolean).join(' · ') : box.detail,
    frames: isOpen ? box.frames!.map(each => shown(each, open)) : [],
    foldable,
    open: isOpen
  };
}

/** The arrows between what is seen, each once. */
function led(arrows: Arrow[], seen: ReadonlyMap<string, string>): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const [source, target, kind] of arrows) {
    const from = seen.get(source);
    const to = seen.get(target);
    if (from !== undefined && to !== undefined && (from !== to || source === target || kind === RECURSION)) {
      found.set(`${from} ${to} ${kind}`, [from, to, kind]);
    }
  }
  return [...found.values()];
}

/** The boxes that are seen, with how deep they are. */
export function* walk(frame: ShownFrame, depth = 0): Generator<[box: ShownBox, depth: number]> {
  for (const box of frame.boxes) {
    yield [box, depth];
    for (const inner of box.frames) {
      yield* walk(inner, depth + 1);
    }
  }
}

/** All boxes of a frame, open or not, with the ids that have to be open for them to be seen. */
export function* everyBox(frame: Frame, above: readonly string[] = []): Generator<[box: Box, above: readonly string[]]> {
  for (const box of frame.boxes) {
    yield [box, above];
    const id = foldId(box);
    for (const inner of box.frames ?? []) {
      yield* everyBox(inner, id === null ? above : [...above, id]);
    }
  }
}

const known = new WeakMap<Frame, Box[]>();

/** All boxes of a graph, whose data does not change. */
export function boxesOf(frame: Frame): Box[] {
  let boxes = known.get(frame);
  if (boxes === undefined) {
    boxes = [...everyBox(frame)].map(([box]) => box);
    known.set(frame, boxes);
  }
  return boxes;
}

/** What is open at first: level by level, as far as there is room. */
export function firstOpen(frame: Frame, room = ROOM): Set<string> {
  const open = new Set<string>();
  let level = [frame];
  let count = frame.boxes.length;
  while (level.length) {
    const next: Frame[] = [];
    for (const each of level) {
      for (const box of each.boxes) {
        const id = foldId(box);
        const more = (box.frames ?? []).reduce((sum, inner) => sum + inner.boxes.length, 0);
        if (id !== null && count + more <= room) {
          open.add(id);
          count += more;
          next.push(...box.frames!);
        }
      }
    }
    level = next;
  }
  return open;
}

/** The frame that is shown when a box is entered: its graphs side by side. */
export function entered(frame: Frame, path: readonly string[]): Frame {
  const id = path.at(-1);
  if (id === undefined) {
    return frame;
  }
  for (const [box] of everyBox(frame)) {
    if (foldId(box) === id && box.frames) {
      const only = box.frames.length === 1 ? box.frames[0] : undefined;
      const graphs = box.frames.map(each => ({
        id: '', title: each.title, detail: '', kind: 'group' as const, ops: each.ops, key: box.key, frames: [each]
      }));
      return only ?? { id: `in-${id}`, role: '', title: box.title, ops: box.ops, boxes: graphs, arrows: [] };
    }
  }
  return frame;
}
