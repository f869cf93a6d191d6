/** The values that variables had, round by round: those of the selected line, or where none is, each as a curve. */

import { Probe, Staged } from '../data';
import { button, element, svg } from './dom';

/** Rows of a table of values; the rest is counted. */
const MOST_ROWS = 100;
const [WIDTH, HEIGHT] = [220, 40];

export interface ProbeOptions {
  /** Goes to another line that has probes; without it nothing is said of them. */
  go?: (key: number) => void;
  copy: (text: string, what: string) => void;
}

export function probes(staged: Staged, key: number | null, options: ProbeOptions): HTMLElement[] {
  const all = staged.probes ?? [];
  const numbers = new Map(staged.source.map(line => [line.key, line.number]));
  if (key === null) {
    return [element('h4', {}, 'Probes'), ...all.map(probe => curve(probe, numbers, options))];
  }
  const here = all.filter(probe => probe.key === key || probe.key === null);
  const { go } = options;
  const others = go === undefined ? [] : all.filter(probe => !here.includes(probe));
  const links = others.map(probe =>
    element(
      'button',
      { type: 'button', class: 'agn-link', click: () => go?.(probe.key!) },
      `${probe.name} at line ${numbers.get(probe.key!) ?? '?'}`
    )
  );
  return [
    element('h4', {}, 'Probes'),
    ...here.map(probe => one(probe, numbers, options)),
    ...(links.length ? [element('p', {}, here.length ? 'Others: ' : 'Of other lines: ', ...links)] : [])
  ];
}

/** A probe at a glance, with the way to its line, where its values are. */
function curve(probe: Probe, numbers: ReadonlyMap<number, number>, options: ProbeOptions): HTMLElement {
  const { key } = probe;
  const { go } = options;
  const name = `${probe.name}${placeOf(probe, numbers)}`;
  const to =
    key === null || go === undefined
      ? element('b', {}, name)
      : element('button', { type: 'button', class: 'agn-link', click: () => go(key) }, name);
  return element('div', { class: 'agn-probe' }, element('p', {}, to, summary(probe)), drawn(probe));
}

function placeOf(probe: Probe, numbers: ReadonlyMap<number, number>): string {
  return probe.key === null ? '' : ` at line ${numbers.get(probe.key) ?? '?'}`;
}

/** Whether only some of the values were kept; what is said of values is said of these. */
function isThinned(probe: Probe): boolean {
  return probe.samples.length < probe.count;
}

function summary(probe: Probe): string {
  const [lows, highs] = [bounds(probe, 'low'), bounds(probe, 'high')];
  const kept = isThinned(probe) ? `, ${probe.samples.length} of them kept (the first, the last, evenly spaced between)` : '';
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const range = lows.length ? `${kept ? ':' : ','} ${number(low)}${low === high ? '' : ` to ${number(high)}`}` : '';
  const types = [...new Set(probe.samples.map(each => `${each.dtype}${each.shape}`))].join(', ');
  return `: ${values(probe.count)}${kept}${range}${types && `; ${types}`}`;
}

/** The curve, where there is one to draw. */
function drawn(probe: Probe): SVGSVGElement | null {
  return probe.samples.length > 1 && bounds(probe, 'low').length ? sparkline(probe) : null;
}

function one(probe: Probe, numbers: ReadonlyMap<number, number>, options: ProbeOptions): HTMLElement {
  const { samples } = probe;
  const some = isThinned(probe) ? `the ${probe.samples.length} kept values` : values(probe.count);
  const rows = samples
    .slice(0, MOST_ROWS)
    .map(each =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, String(each.number)),
        element('td', {}, element('code', {}, each.value)),
        element('td', {}, `${each.dtype}${each.shape}`),
        element('td', {}, each.low === null ? '' : number(each.low)),
        element('td', {}, each.high === null ? '' : number(each.high))
      )
    );
  const head = ['round', 'value', 'type', 'min', 'max'].map(each => element('th', { scope: 'col' }, each));
  const text = arrayText(probe);
  return element(
    'div',
    { class: 'agn-probe' },
    element('p', {}, element('b', {}, probe.name), `${placeOf(probe, numbers)}${summary(probe)}`),
    drawn(probe),
    text === null ? null : button('copy as array', `Copy ${some} of ${probe.name} as an array`, () => options.copy(text, some)),
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)),
    samples.length > MOST_ROWS ? element('p', {}, `… ${samples.length - MOST_ROWS} more`) : null
  );
}

/** The least and the largest of each value over the rounds; of numbers both are one line. */
export function sparkline(probe: Probe): SVGSVGElement {
  const found = probe.samples.filter(each => each.low !== null && each.high !== null && Number.isFinite(each.low) && Number.isFinite(each.high));
  const [low, high] = [Math.min(...found.map(each => each.low!)), Math.max(...found.map(each => each.high!))];
  const last = Math.max(1, ...found.map(each => each.number));
  const x = (each: number): string => (2 + (each / last) * (WIDTH - 4)).toFixed(1);
  const y = (each: number): string => (HEIGHT - 3 - ((each - low) / (high - low || 1)) * (HEIGHT - 6)).toFixed(1);
  const upper = found.map(each => `${x(each.number)},${y(each.high!)}`);
  const lower = found.map(each => `${x(each.number)},${y(each.low!)}`);
  const words = `${probe.name} over ${probe.count} rounds, from ${number(low)} to ${number(high)}`;
  return svg(
    'svg',
    { class: 'agn-spark', role: 'img', 'aria-label': words, width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    svg('title', {}, words),
    svg('polygon', { class: 'agn-band', points: [...upper, ...lower.reverse()].join(' ') }),
    svg('polyline', { class: 'agn-curve', points: upper.join(' ') }),
    ...(upper.join() === [...lower].reverse().join() ? [] : [svg('polyline', { class: 'agn-curve', points: lower.join(' ') })])
  );
}

/** The values as an array of NumPy; null where some of them are cut, or no numbers. */
export function arrayText(probe: Probe): string | null {
  const texts = probe.samples.map(each => each.value.trim().replace(/\s+/g, ' '));
  const written = texts.map(text => (/^[-+]?(\d[\d.]*(e[-+]?\d+)?|inf|nan)$/i.test(text) || /^(True|False)$/.test(text) ? text : arrayed(text)));
  if (!written.length || written.some(each => each === null)) {
    return null;
  }
  return `np.array([${written.map(each => each!.replace(/\b(inf|nan)\b/gi, 'np.$1')).join(', ')}])`;
}

/** An array as NumPy prints it, `[[1. 2.] [3. 4.]]`, with commas. */
function arrayed(text: string): string | null {
  if (!/^\[[-+\d.e\s[\],]*\]$/i.test(text) || text.includes('...')) {
    return null;
  }
  return text.replace(/\[\s+/g, '[').replace(/\s+\]/g, ']').replace(/,?\s+/g, ', ').replace(/\]\s*\[/g, '], [');
}

function bounds(probe: Probe, side: 'low' | 'high'): number[] {
  return probe.samples.flatMap(each => (each[side] === null || !Number.isFinite(each[side]) ? [] : [each[side]]));
}

function values(count: number): string {
  return count === 1 ? '1 value' : `${count} values`;
}

function number(value: number): string {
  return String(Number(value.toPrecision(6)));
}
