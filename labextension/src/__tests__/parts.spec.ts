import { afterEach, describe, expect, it, vi } from 'vitest';
import { Box, Probe, Report, Staged } from '../data';
import { Layout } from '../layout/placed';
import { changesIn } from '../model/changes';
import { boxSize } from '../model/dot';
import { shown } from '../model/frames';
import { neighbour } from '../model/neighbour';
import { FIRST, ViewState } from '../model/state';
import { timeText } from '../model/times';
import { pageOf } from '../views/exporting';
import { KEYS } from '../views/keys';
import { offeredColours, paint } from '../views/overlays';
import { arrayText, probes, sparkline } from '../views/probes';
import { ReportView } from '../views/report';
import { GRAPH, PROBES, REPORT, SIDE, STAGED, box, fakeLayout, frame } from './sample';

async function view(staged: Staged = STAGED, state: Partial<ViewState> = {}, report: Report = REPORT, html: string | null = null, layout = fakeLayout) {
  const kept: ViewState[] = [];
  const whole = { ...report, sides: [{ ...SIDE, functions: [staged] }] };
  const made = new ReportView(whole, layout, { ...FIRST, ...state }, each => kept.push(each), html);
  document.body.append(made.node);
  await made.graph.ready;
  return { made, node: made.node, kept };
}
const rows = (node: HTMLElement): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('.agn-pane-source .agn-row')];
const part = (node: HTMLElement, name: string): HTMLElement => node.querySelector<HTMLElement>(`.agn-${name}`)!;
const press = (key: string, more: object = {}): void => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
};
const badges = (node: HTMLElement): string[] => [...node.querySelectorAll('.agn-box .agn-badge')].map(each => each.textContent!);

afterEach(() => document.body.replaceChildren());

describe('times', () => {
  const timed = {
    ...STAGED,
    source: STAGED.source.map((line, at) => ({ ...line, seconds: at === 2 ? 0.0032 : null })),
    graph: frame('g1', '', [box('n1', 'a', 1, { seconds: 0.001 }), box('n2', 'b', 2, { seconds: 0.016 }), box('n3', 'c', 2)]),
    times: [{ op: 'Mul', name: 'f/mul', key: 2, seconds: 0.002, count: 16 }]
  };

  it('are written as people read them', () => {
    expect([2, 0.0123, 0.0012, 45e-6, 3e-9, 0].map(timeText)).toEqual(['2.0 s', '12 ms', '1.2 ms', '45 µs', '3 ns', '0']);
  });

  it('stand at lines, at boxes and in the details', async () => {
    const { node } = await view(timed, { key: 2, colour: 'time' });
    expect(rows(node)[2]!.querySelector('.agn-time')!.textContent).toBe('3.2 ms');
    expect(rows(node)[2]!.getAttribute('aria-label')).toContain('3.2 ms');
    expect(badges(node)).toEqual(['1.0 ms', '16 ms', '']);
    expect([...node.querySelectorAll('.agn-box')].map(each => /agn-heat-\d|agn-unmarked/.exec(each.getAttribute('class')!)![0])).toEqual([
      'agn-heat-0', 'agn-heat-4', 'agn-unmarked'
    ]);
    expect(part(node, 'details').textContent).toContain('Mul f/mul: 2.0 ms, 16 times');
    expect(part(node, 'colours').textContent).toContain('to 16 ms');
  });

  it('are no colour where there are none', async () => {
    expect(offeredColours(timed)).toContain('time');
    expect(offeredColours(STAGED)).not.toContain('time');
    const { node } = await view(STAGED, { colour: 'time' });
    expect(node.querySelector<HTMLSelectElement>('[aria-label="Colour by"]')!.value).toBe('line');
    expect(node.querySelector('.agn-time')).toBeNull();
  });
});

describe('overlays', () => {
  it('colour by type and shape, the most frequent first', () => {
    const typed = (id: string, type: string): Box => box(id, id, 1, { types: [type] });
    const graph = frame('g', '', [typed('a', 'int32[]'), typed('b', 'float32[2, 3]'), typed('c', 'float32[]'), box('d', 'd', 1)]);
    const types = paint('type', graph, new Map());
    expect(types.legend.map(each => each.words)).toEqual(['float32', 'int32']);
    expect(graph.boxes.map(each => types.classes(each)[0])).toEqual(['agn-colour-1', 'agn-colour-0', 'agn-colour-0', 'agn-unmarked']);
    expect(paint('shape', graph, new Map()).legend.map(each => each.words)).toEqual(['[]', '[2, 3]']);
    const many = frame('g', '', [...Array(12).keys()].map(at => typed(`n${at}`, `t${at}[]`)));
    expect(paint('type', many, new Map()).legend.at(-1)!.words).toBe('5 others');
  });

  it('are gone through by their key, and colours by theirs', async () => {
    const graph = frame('g1', '', [box('n1', 'a', 1, { types: ['int32[]'], seconds: 1 })]);
    const { node } = await view({ ...STAGED, graph });
    rows(node)[0]!.focus();
    const seen = (key: string, count: number): string[] =>
      [...Array(count)].map(() => {
        press(key);
        return node.querySelector<HTMLSelectElement>('[aria-label="Colour by"]')!.value;
      });
    expect(seen('o', 4)).toEqual(['time', 'type', 'shape', 'line']);
    expect(seen('c', 4)).toEqual(['staged', 'operation', 'none', 'line']);
  });
});

describe('probes', () => {
  it('have a range where their values differ', async () => {
    const probe = { ...PROBES[0]!, count: 1, samples: PROBES[0]!.samples.slice(0, 1) };
    const { node } = await view({ ...STAGED, probes: [probe] }, { key: 2 });
    expect(part(node, 'probes').querySelector('.agn-probe')!.textContent).toContain('n at line 3: 1 value, 7; int32[]');
  });

  it('are those of the selected line, with links to the others', async () => {
    const { node } = await view({ ...STAGED, probes: PROBES }, { key: 2 });
    const pane = part(node, 'probes');
    expect(pane.querySelector('.agn-probe')!.textContent).toContain('n at line 3: 4 values, 7 to 34; int32[]');
    expect([...pane.querySelectorAll('tbody tr')].map(row => row.textContent)).toEqual(['07int32[]77', '122int32[]2222', '211int32[]1111', '334int32[]3434']);
    expect(pane.querySelectorAll('svg.agn-spark')).toHaveLength(1);
    const copied = (): string => pane.querySelector('.agn-probe button')!.getAttribute('title')!;
    expect(copied()).toBe('Copy 4 values of n as an array');
    pane.querySelector<HTMLElement>('.agn-link')!.click();
    expect(copied()).toBe('Copy the 2 kept values of w as an array');
    expect(pane.querySelector('.agn-probe')!.textContent).toContain('w at line 4: 200 values, 2 of them kept (the first, the last, evenly spaced between): -1 to 3; float32[2]');
  });

  it('are all drawn where no line is selected', async () => {
    const { node } = await view({ ...STAGED, probes: PROBES });
    const pane = part(node, 'probes');
    expect([...pane.querySelectorAll('.agn-probe p')].map(each => each.textContent)).toEqual([
      'n at line 3: 4 values, 7 to 34; int32[]',
      'w at line 4: 200 values, 2 of them kept (the first, the last, evenly spaced between): -1 to 3; float32[2]'
    ]);
    expect(pane.querySelectorAll('svg.agn-spark')).toHaveLength(2);
    expect(pane.querySelector('table')).toBeNull();
    pane.querySelector<HTMLElement>('.agn-link')!.click();
    expect(pane.querySelectorAll('tbody tr')).toHaveLength(4);
  });

  it('say of a line that was not reached that there is no value, and nothing more', async () => {
    const { node } = await view({ ...STAGED, probes: [{ name: 'n', key: 2, count: 0, samples: [] }] });
    expect(part(node, 'probes').querySelector('.agn-probe p')!.textContent).toBe('n at line 3: 0 values');
  });

  it('are of the line alone where no other can be gone to', () => {
    const made = probes({ ...STAGED, probes: PROBES }, 2, { copy: () => undefined });
    expect(made.map(each => each.querySelectorAll('.agn-link').length + each.querySelectorAll('svg.agn-spark').length)).toEqual([0, 1]);
    expect(made.map(each => each.textContent).join('')).not.toContain('w at line');
  });

  it('are not there without data', async () => {
    const { node } = await view(STAGED, { key: 2 });
    expect(part(node, 'probes').hidden).toBe(true);
  });

  it('are drawn from the least to the largest', () => {
    const line = sparkline(PROBES[0]!);
    expect(line.querySelectorAll('polyline')).toHaveLength(1);
    const [first, second] = line.querySelector('polyline')!.getAttribute('points')!.split(' ').map(each => each.split(',').map(Number));
    expect(first![0]!).toBeLessThan(second![0]!);
    expect(first![1]!).toBeGreaterThan(second![1]!); // 7 lies below 22
    expect(sparkline(PROBES[1]!).querySelectorAll('polyline')).toHaveLength(2);
    expect(line.getAttribute('aria-label')).toBe('n over 4 rounds, from 7 to 34');
  });

  it('are copied as an array where their values are whole', async () => {
    const of = (...values: string[]): Probe => ({
      ...PROBES[0]!, samples: values.map((value, number) => ({ number, value, shape: '', dtype: '', low: null, high: null }))
    });
    expect(arrayText(PROBES[0]!)).toBe('np.array([7, 22, 11, 34])');
    expect(arrayText(of('1.5', 'nan', '-inf', 'True'))).toBe('np.array([1.5, np.nan, -np.inf, True])');
    expect(arrayText(of('[[1. 2.]\n [3. 4.]]', '[[0. 0.]\n [0. 0.]]'))).toBe('np.array([[[1., 2.], [3., 4.]], [[0., 0.], [0., 0.]]])');
    expect(arrayText(of('[1 2 ... 9]'))).toBeNull();
    expect(arrayText(of("b'text'"))).toBeNull();
    const written = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
    const { node } = await view({ ...STAGED, probes: PROBES }, { key: 2 });
    [...part(node, 'probes').querySelectorAll('button')].find(each => each.textContent === 'copy as array')!.click();
    await Promise.resolve();
    expect(written).toHaveBeenCalledWith('np.array([7, 22, 11, 34])');
    vi.unstubAllGlobals();
  });
});

describe('traces', () => {
  it('say with what and why, and lead to the call', async () => {
    const traces = [
      { signature: 'n: int32[]', reason: 'first call', key: null, shown: false },
      { signature: 'n: float32[]', reason: 'n has another dtype', key: 3, shown: true }
    ];
    const { node } = await view({ ...STAGED, traces });
    const pane = part(node, 'traces');
    expect([...pane.querySelectorAll('tr')].map(row => row.textContent)).toEqual([
      '1n: int32[]first call', '2 (shown)n: float32[]n has another dtypeline 4'
    ]);
    pane.querySelector<HTMLElement>('.agn-link')!.click();
    expect(rows(node)[3]!.getAttribute('aria-selected')).toBe('true');
    const { node: other } = await view(STAGED, {}, { ...REPORT, show: ['code'] });
    expect(part(other, 'traces').hidden).toBe(true);
  });
});

describe('the optimizer', () => {
  const inner = frame('g2', 'body', [box('n3', 'c', 2, { change: '-' }), box('n4', 'd', 2, { change: '~', changes: ['type int32 → int64'] })]);
  const compared = frame('g1', '', [box('n1', 'a', 1, { change: '+' }), box('n2', 'loop', 1, { frames: [inner] })]);
  const staged = { ...STAGED, optimized: frame('g1', '', [box('n1', 'a', 1)]), compared };

  it('is shown by signs, in closed boxes by their counts', async () => {
    const { made, node } = await view(staged, { rung: 'compared', key: null, box: 'n4' });
    expect(badges(node)).toEqual(['+', '', '−', '~']);
    expect(node.querySelector('[data-box="n3"]')!.classList).toContain('agn-is-removed');
    expect(node.querySelector('[data-box="n3"]')!.getAttribute('aria-label')).toContain('removed');
    expect(part(node, 'details').textContent).toContain('changed: type int32 → int64');
    expect(part(node, 'colours').textContent).toContain('− removed');
    node.querySelector('[data-box="n2"] .agn-fold')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await made.graph.ready;
    expect(badges(node)).toEqual(['+', '-1 ~1']);
    expect(changesIn(shown(compared, new Set(['n2'])).boxes[1]!)).toBe('');
  });

  it('has its own boxes: one that is chosen in another state is not chosen there', async () => {
    const { made, node } = await view(staged, { key: 1, box: 'n2' });
    const rungs = node.querySelector<HTMLSelectElement>('.agn-rungs select')!;
    expect([...rungs.options].map(each => each.value)).toEqual(['traced', 'optimized', 'compared']);
    rungs.value = 'optimized';
    rungs.dispatchEvent(new Event('change'));
    await made.graph.ready;
    expect(node.querySelectorAll('.agn-chosen')).toHaveLength(0);
    expect(badges(node)).toEqual(['']);
  });
});

describe('what was asked for', () => {
  const compared = frame('g1', '', [box('n1', 'a', 1, { change: '+', types: ['int32[]'] })]);
  const staged = { ...STAGED, graph: null, generated: [], passes: [], optimized: frame('g1', '', []), compared };
  const panes = async (...show: string[]): Promise<(string | null)[]> => {
    const { node } = await view(staged, {}, { ...REPORT, show });
    return [...node.querySelectorAll('.agn-pane')].map(each => each.getAttribute('aria-label'));
  };

  it('has a pane to be seen in, and alone, too', async () => {
    expect(await panes('code')).toEqual(['Source', 'Generated']);
    expect(await panes('trace')).toEqual(['Source']);
    expect(await panes('times')).toEqual(['Source']);
    expect(await panes('passes')).toEqual(['Generated']);
    expect(await panes('graph')).toEqual(['Graph']);
    expect(await panes('optimized')).toEqual(['Graph']);
    for (const program of ['xla', 'llvm', 'assembly']) {
      expect(await panes(program)).toEqual(['Generated']);
    }
    const { node } = await view(staged, {}, { ...REPORT, show: [] });
    expect(part(node, 'details').hidden).toBe(true);
  });

  it('may be the result alone', async () => {
    const report = { ...REPORT, show: [], sides: [{ ...SIDE, functions: [] }] };
    const { node } = new ReportView(report, fakeLayout);
    document.body.append(node);
    expect(node.querySelector('.agn-run')!.textContent).toContain('collatz(7) = 16');
    expect([...node.querySelectorAll<HTMLElement>('.agn-part')].map(each => each.hidden)).toEqual([true, true, true]);
    const buttons = [...node.querySelectorAll('.agn-toolbar button')].map(each => each.textContent);
    expect(buttons).toEqual(expect.arrayContaining(['save …', '?']));
    expect(buttons).not.toContain('quiz');
    node.focus();
    KEYS.forEach(([key]) => press(key));
    expect(node.querySelector('.agn-run')).not.toBeNull();
  });

  it('is the optimized graph without the traced one', async () => {
    const { node } = await view(staged, {}, { ...REPORT, show: ['optimized'] });
    expect(badges(node)).toEqual(['+']);
    const rungs = node.querySelector<HTMLSelectElement>('select[aria-label="State of the graph"]')!;
    expect([[...rungs.options].map(each => each.value), rungs.value]).toEqual([['optimized', 'compared'], 'compared']);
    expect(offeredColours(staged)).toContain('type');
  });

  it('is said where it is not there', async () => {
    const { node } = await view({ ...STAGED, passes: [] });
    rows(node)[1]!.focus();
    press(']');
    expect(node.querySelector('[role=alertdialog]')!.textContent).toContain('--show passes');
  });
});

describe('the picture', () => {
  it('keeps its place in a pane that gets another size, until the reader moves it', async () => {
    let resized = (): void => undefined;
    vi.stubGlobal('ResizeObserver', class {
      constructor(told: () => void) {
        resized = told;
      }
      observe(): void {}
    });
    const { made, node } = await view();
    vi.unstubAllGlobals();
    const canvas = node.querySelector<HTMLElement>('.agn-canvas')!;
    Object.defineProperty(canvas, 'clientHeight', { value: 600 });
    const place = (): string => canvas.querySelector('g')!.getAttribute('transform')!;
    const become = (width: number): string => {
      Object.defineProperty(canvas, 'clientWidth', { value: width, configurable: true });
      resized();
      return place();
    };
    expect(become(800)).toMatch(/^translate\(300\.0 /); // 200 wide, in the middle
    expect(become(400)).toMatch(/^translate\(100\.0 /);
    expect(become(0)).toBe(become(400)); // it is not seen
    made.graph.zoom(1.25);
    const moved = place();
    expect(become(800)).toBe(moved);
  });

  const spread = async (): Promise<Layout> => ({
    width: 2000,
    height: 1500,
    boxes: new Map([
      ['n2', { left: 100, top: 1400, width: 100, height: 40 }],
      ['n1', { left: 1500, top: 0, width: 100, height: 40 }],
      ['n3', { left: 1800, top: 0, width: 100, height: 40 }]
    ]),
    frames: new Map(),
    curves: []
  });
  const leaves = frame('g1', '', [box('n1', 'a', 1), box('n2', 'b', 2), box('n3', 'c', null)]);
  const wide = async (state: Partial<ViewState> = {}) => {
    const sizes = { clientWidth: 480, clientHeight: 320 };
    const spies = Object.entries(sizes).map(([name, value]) => vi.spyOn(HTMLElement.prototype, name as 'clientWidth', 'get').mockReturnValue(value));
    const { made, node } = await view({ ...STAGED, graph: leaves }, state, REPORT, null, spread);
    const place = (): string => node.querySelector('.agn-canvas g')!.getAttribute('transform')!;
    return { made, node, place, done: (): void => spies.forEach(each => each.mockRestore()) };
  };

  it('begins where its first box is', async () => {
    const { place, done } = await wide();
    expect(place()).toBe('translate(-1077.5 13.6) scale(0.8500)'); // (1550, 20) is in the middle of 480
    done();
  });

  it('goes to what is chosen elsewhere where none of it is in sight', async () => {
    const { made, node, place, done } = await wide();
    const first = place();
    rows(node)[1]!.click(); // its box is the first
    expect(place()).toBe(first);
    rows(node)[2]!.click();
    expect(place()).toBe('translate(112.5 -1047.0) scale(0.8500)'); // (150, 1420) is in the middle
    rows(node)[0]!.click(); // it has no box
    expect(place()).toBe('translate(112.5 -1047.0) scale(0.8500)');
    made.graph.select(1, 'n1'); // chosen in the picture itself
    expect(place()).toBe('translate(112.5 -1047.0) scale(0.8500)');
    done();
  });

  it('begins at what was chosen when it was kept', async () => {
    const { place, done } = await wide({ key: 2 });
    expect(place()).toBe('translate(112.5 -1047.0) scale(0.8500)');
    done();
  });
});

describe('files', () => {
  it('are those that can be made of what is shown', async () => {
    const labels = (node: HTMLElement): string[] => {
      rows(node)[0]!.focus();
      press('x');
      return [...node.querySelectorAll('.agn-menu button')].map(each => each.textContent!);
    };
    expect(labels((await view(STAGED, {}, REPORT, '<p>a report</p>')).node)).toEqual(['SVG', 'DOT', 'JSON', 'PNG', 'HTML']);
    expect(labels((await view({ ...STAGED, graph: null })).node)).toEqual(['JSON']);
  });

  it('of HTML are pages that load and run nothing', () => {
    const page = pageOf('<b>a title</b>', '<p>text</p>');
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<title>&lt;b&gt;a title&lt;/b&gt;</title>');
    expect(page).toContain('<p>text</p>');
  });
});

describe('keys', () => {
  it('each have one meaning, and the help names them all', async () => {
    expect(new Set(KEYS.map(([key]) => key)).size).toBe(KEYS.length);
    const { node } = await view();
    rows(node)[0]!.focus();
    press('?');
    expect(node.querySelectorAll('.agn-help tr')).toHaveLength(KEYS.length);
    press('Escape');
    expect(document.activeElement).toBe(rows(node)[0]);
  });

  it.each(KEYS.map(([key]) => key))('%s does something', async key => {
    const { node, made } = await view({ ...STAGED, optimized: STAGED.graph }, { key: 1 }, { ...REPORT, quiz: 'gpu'.includes(key) });
    (['ArrowLeft', 'ArrowRight'].includes(key) ? node.querySelector<SVGElement>('.agn-box')! : rows(node)[1]!).focus();
    const [name, shiftKey] = key.startsWith('Shift+') ? [key.slice(6), true] : [key, false];
    const event = new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    await made.graph.ready;
  });

  it('open a box in place with Shift and Enter', async () => {
    const { made, node } = await view();
    node.querySelector<SVGElement>('[data-box="n2"]')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    press('Enter', { shiftKey: true });
    await made.graph.ready;
    expect(node.querySelectorAll('.agn-box')).toHaveLength(2);
  });
});

describe('many lines and boxes', () => {
  const source = [...Array(2000).keys()].map(at => ({ ...STAGED.source[1]!, key: at, number: at + 1, text: `x = ${at}` }));
  const graph = frame('g1', '', [...Array(1500).keys()].map(at => box(`n${at}`, `Op${at}`, at)));

  it('are lists of which only what is in sight is there', async () => {
    const { made, node } = await view({ ...STAGED, source, generated: [], passes: [], graph });
    expect(rows(node).length).toBeLessThan(100);
    expect(node.querySelectorAll('.agn-item').length).toBeLessThan(100);
    expect(node.querySelector('.agn-status')!.textContent).toContain('1500 boxes are too many for a picture');
    expect(node.querySelector('.agn-pane-source [role=grid]')!.getAttribute('aria-rowcount')).toBe('2000');
    rows(node)[0]!.focus();
    for (let at = 0; at < 60; at++) {
      press('j');
    }
    expect(document.activeElement!.textContent).toContain('x = 60');
    expect([...node.querySelectorAll('.agn-item[aria-selected=true]')].map(each => each.getAttribute('data-box'))).toEqual(['n60']);
    const search = node.querySelector<HTMLInputElement>('.agn-search')!;
    search.value = 'Op1234';
    search.dispatchEvent(new Event('input'));
    await made.nextHit(1);
    expect([...rows(node)].filter(row => row.getAttribute('aria-selected') === 'true').map(row => row.textContent)).toEqual([
      expect.stringContaining('x = 1234')
    ]);
    expect(node.querySelector('.agn-item[aria-selected=true]')!.textContent).toContain('Op1234');
    expect(made.graph.svgText()).toBe('');
  });
});

describe('the picture', () => {
  it('is saved with nothing selected', async () => {
    const { made, node } = await view();
    made.graph.select(2, GRAPH.boxes[0]!.id);
    expect(node.querySelectorAll('.agn-chosen, .agn-selected').length).toBeGreaterThan(0);
    expect(made.graph.svgText()).not.toMatch(/agn-(chosen|selected|hit)|visibility/);
    expect(made.graph.svgText()).toMatch(/ viewBox="-8 -16 216 374" width="216" height="374"/); // 200 by 350, and room for borders
    expect(node.querySelectorAll('.agn-chosen, .agn-selected').length).toBeGreaterThan(0);
    expect(node.querySelectorAll('.agn-canvas > svg').length).toBe(1);
  });

  it('says where there is nothing to open or to enter', async () => {
    const leaf = { ...STAGED, graph: frame('g', '', [box('n1', 'Add', 1)]) };
    for (const key of ['f', 'e']) {
      const { made, node } = await view(leaf);
      made.graph.focus();
      press(key);
      expect(part(node, 'status').textContent).toBe('There is nothing inside of Add.');
      press('ArrowRight');
      expect(part(node, 'status').textContent).toBe('');
    }
  });
});

describe('places', () => {
  it('are gone to along arrows, else to what is near', async () => {
    const placed = await fakeLayout('"a" [width=1]\n"b" [width=1]\n"c" [width=1]\n"a" -> "c" []');
    expect(neighbour(placed, 'a', 'down')).toBe('c');
    expect(neighbour(placed, 'b', 'down')).toBe('c');
    expect(neighbour(placed, 'c', 'up')).toBe('a');
    expect(neighbour(placed, 'a', 'up')).toBeUndefined();
  });

  it('have room for the sign of a box that opens', () => {
    const [closed] = shown(GRAPH, new Set()).boxes.filter(each => each.foldable);
    expect(boxSize(closed!)[0]).toBeGreaterThan(boxSize({ ...closed!, foldable: false })[0]);
  });
});
