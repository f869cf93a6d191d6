/** A graph that was laid out, as SVG elements: boxes, frames, arrows. */

import { Layout, Place } from '../layout/placed';
import { changesIn, changeWord } from '../model/changes';
import { ShownBox, ShownFrame, walk } from '../model/frames';
import { svg } from './dom';

export interface Picture {
  node: SVGSVGElement;
  /** What is moved and scaled. */
  content: SVGGElement;
  boxes: Map<string, SVGGElement>;
  /** The boxes in the order in which they are named. */
  order: ShownBox[];
}

export function picture(seen: ShownFrame, placed: Layout): Picture {
  const content = svg('g', { role: 'none' });
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
  titles(content, seen, placed);
  const boxes = new Map<string, SVGGElement>();
  const order: ShownBox[] = [];
  for (const [box, depth] of walk(seen)) {
    const place = placed.boxes.get(box.id);
    if (place !== undefined) {
      const group = boxGroup(box, place, depth);
      boxes.set(box.id, group);
      order.push(box);
      content.append(group);
    }
  }
  return { node: svg('svg', { class: 'agn-picture', role: 'tree', 'aria-label': 'Graph' }, content), content, boxes, order };
}

/** The words of frames. */
function titles(content: SVGGElement, frame: ShownFrame, placed: Layout): void {
  for (const box of frame.boxes) {
    for (const inner of box.frames) {
      const place = placed.frames.get(inner.id);
      if (place !== undefined && inner.title) {
        content.append(svg('text', { class: 'agn-title', x: place.left + 8, y: place.top + 15 }, inner.title));
      }
      titles(content, inner, placed);
    }
  }
}

function boxGroup(box: ShownBox, place: Place, depth: number): SVGGElement {
  const middle = place.left + place.width / 2;
  const group = svg('g', {
    role: 'treeitem',
    'data-box': box.id,
    'aria-label': label(box),
    'aria-level': depth + 1,
    'aria-expanded': box.foldable ? String(box.open) : null
  });
  group.append(svg('rect', { class: 'agn-back', ...rect(place), rx: 5 }));
  group.append(svg('rect', { class: 'agn-edge', x: place.left, y: place.top, width: 6, height: place.height }));
  if (box.foldable) {
    const at = { x: place.left + place.width - 12, y: place.top + 14 };
    group.append(svg('text', { class: 'agn-fold', ...at }, box.open ? '−' : '+'));
  }
  const first = place.top + (box.detail ? 16 : place.height / 2 + 4);
  group.append(svg('text', { class: 'agn-name', x: middle, y: first }, box.title));
  if (box.detail) {
    group.append(svg('text', { class: 'agn-detail', x: middle, y: first + 16 }, box.detail));
  }
  group.append(svg('text', { class: 'agn-badge', x: place.left + place.width, y: place.top - 3 }));
  group.append(svg('title', {}, [box.box.op, box.box.name].filter(Boolean).join(' ') || box.title));
  return group;
}

/** What a screen reader says of a box. */
export function label(box: ShownBox): string {
  const name = box.box.op && box.box.op !== box.title ? `${box.title} (${box.box.op})` : box.title;
  return [name, box.detail, changeWord(box.box) || changesIn(box)].filter(Boolean).join(', ');
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
