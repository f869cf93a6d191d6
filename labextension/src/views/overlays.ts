/** What the colours of boxes say: of which line or kind they are, or a fact of theirs such as the time they took. */

import { Box, Frame, Staged } from '../data';
import { markClasses } from './marks';
import { boxesOf } from '../model/frames';
import { ColourBy, IDENTITIES, OVERLAYS } from '../model/state';
import { timeText } from '../model/times';

export interface LineFacts {
  colour: number | null;
  letter: string;
}

export interface Paint {
  classes: (box: Box) => string[];
  /** A few characters at the box, where the colour alone does not say it. */
  badge: (box: Box) => string;
  legend: { classes: string[]; words: string }[];
}

const COLOURS = 8;
/** The steps of times: so much of the longest. */
const STEPS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
const LETTERS: Record<string, [name: string, words: string]> = {
  G: ['g', 'in the graph'],
  P: ['p', 'decided by Python'],
  U: ['u', 'unrolled'],
  C: ['c', 'called as is']
};
const NONE = ['agn-unmarked'];

/** The colourings for which a function has data. */
export function offeredColours(staged: Staged): ColourBy[] {
  const graph = staged.graph ?? staged.compared ?? staged.optimized;
  const boxes = graph ? boxesOf(graph) : [];
  const has = {
    time: boxes.some(box => typeof box.seconds === 'number'),
    type: boxes.some(box => box.types?.length),
    shape: boxes.some(box => box.types?.length)
  };
  return [...IDENTITIES, ...OVERLAYS.filter(each => has[each])];
}

export function paint(colour: ColourBy, frame: Frame | null, lines: ReadonlyMap<number, LineFacts>): Paint {
  const of = (box: Box): LineFacts | undefined => (box.key === null ? undefined : lines.get(box.key));
  const plain = { badge: () => '', legend: [] };
  switch (colour) {
    case 'line':
      return { ...plain, classes: box => markClasses(of(box)?.colour ?? null) };
    case 'staged':
      return {
        ...plain,
        classes: box => [`agn-letter-${LETTERS[of(box)?.letter.charAt(0) ?? '']?.[0] ?? 'none'}`],
        legend: Object.values(LETTERS).map(([name, words]) => ({ classes: [`agn-letter-${name}`], words }))
      };
    case 'operation':
      return named(frame, box => box.op ?? '');
    case 'type':
      return named(frame, box => typeOf(box)[0]);
    case 'shape':
      return named(frame, box => typeOf(box)[1]);
    case 'time':
      return byTime(frame);
    case 'none':
      return { ...plain, classes: () => NONE };
  }
}

/** The dtype and the shape of the first thing that an operation gives. */
function typeOf(box: Box): [dtype: string, shape: string] {
  const [, dtype = '', shape = ''] = /^([^[]*)(.*)$/.exec(box.types?.[0] ?? '') ?? [];
  return [dtype.trim(), shape.trim()];
}

/** A colour for each of the words that boxes have, the most frequent first; all that follow share the last. */
function named(frame: Frame | null, word: (box: Box) => string): Paint {
  const counts = new Map<string, number>();
  for (const box of frame === null ? [] : boxesOf(frame)) {
    const said = box.kind === 'op' ? word(box) : '';
    if (said) {
      counts.set(said, (counts.get(said) ?? 0) + 1);
    }
  }
  const order = [...counts].sort((a, b) => b[1] - a[1]).map(([said]) => said);
  const places = new Map(order.map((said, at) => [said, Math.min(at, COLOURS - 1)]));
  const legend = order.slice(0, COLOURS).map((said, at) => ({
    classes: [`agn-colour-${at}`],
    words: at === COLOURS - 1 && order.length > COLOURS ? `${order.length - at} others` : said
  }));
  return {
    classes: box => {
      const place = box.kind === 'op' ? places.get(word(box)) : undefined;
      return place === undefined ? NONE : [`agn-colour-${place}`];
    },
    badge: () => '',
    legend
  };
}

/** Darker is longer; the time itself stands at the box. */
function byTime(frame: Frame | null): Paint {
  const boxes = frame === null ? [] : boxesOf(frame);
  const longest = boxes.reduce((most, box) => Math.max(most, box.seconds ?? 0), 0);
  const step = (seconds: number): number => STEPS.findIndex(part => seconds <= longest * part);
  return {
    classes: box => (typeof box.seconds === 'number' ? [`agn-heat-${step(box.seconds)}`] : NONE),
    badge: box => (typeof box.seconds === 'number' ? timeText(box.seconds) : ''),
    legend: longest ? STEPS.map((part, at) => ({ classes: [`agn-heat-${at}`], words: `to ${timeText(longest * part)}` })) : []
  };
}
