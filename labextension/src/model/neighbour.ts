/** The box above or below another: along an arrow where one leads there, else the nearest. */

import { Layout, Place } from '../layout/placed';

export function neighbour(placed: Layout, id: string, direction: 'up' | 'down'): string | undefined {
  const here = placed.boxes.get(id);
  if (here === undefined) {
    return undefined;
  }
  const lower = (a: Place): boolean => (direction === 'down' ? a.top > here.top : a.top < here.top);
  for (const { source, target } of placed.curves) {
    const [from, to] = direction === 'down' ? [source, target] : [target, source];
    const place = placed.boxes.get(to);
    if (from === id && place !== undefined && lower(place)) {
      return to;
    }
  }
  let best: [number, string] | undefined;
  for (const [each, place] of placed.boxes) {
    if (each !== id && lower(place)) {
      const away = Math.abs(place.top - here.top) + Math.abs(place.left - here.left) / 4;
      best = best === undefined || away < best[0] ? [away, each] : best;
    }
  }
  return best?.[1];
}
