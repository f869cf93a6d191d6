import { afterEach, describe, expect, it, vi } from 'vitest';
import { Report, Staged } from '../data';
import { FIRST, ViewState } from '../model/state';
import { ReportView } from '../views/report';
import { REPORT, SIDE, STAGED, fakeLayout } from './sample';

async function view(report: Report = REPORT, state: Partial<ViewState> = {}, engine = fakeLayout) {
  const kept: ViewState[] = [];
  const made = new ReportView(report, engine, { ...FIRST, ...state }, each => kept.push(each));
  document.body.append(made.node);
  await made.graph.ready;
  return { made, node: made.node, kept };
}

const only = (staged: Staged): Report => ({ ...REPORT, sides: [{ ...SIDE, functions: [staged] }] });
const rows = (node: HTMLElement, pane: string, selected = false): HTMLElement[] => [
  ...node.querySelectorAll<HTMLElement>(`.agn-pane-${pane} .agn-row${selected ? '[aria-selected="true"]' : ''}`)
];
const boxes = (node: HTMLElement, more = ''): string[] =>
  [...node.querySelectorAll<SVGElement>(`.agn-box${more}`)].map(each => each.dataset.box!);
const press = (target: Element, key: string): void => {
  (target as HTMLElement).focus();
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

afterEach(() => document.body.replaceChildren());

describe('the view', () => {
  it('shows source, generated code and graph', async () => {
    const { node } = await view();
    expect(rows(node, 'source').map(row => row.querySelector('.agn-text')!.textContent)).toEqual(STAGED.source.map(line => line.text));
    expect(rows(node, 'generated')).toHaveLength(4);
    expect(boxes(node)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
    expect(node.querySelector('.agn-run')!.textContent).toBe('collatz(7) = 16 in 2 ms');
    expect(rows(node, 'source')[1]!.getAttribute('aria-label')).toBe('line 2, in the graph, 3 operations, while n > 1:');
  });

  it('says above the source what the letters of its lines mean', async () => {
    const report = structuredClone(REPORT);
    report.sides[0]!.letters = { '.': 'not reached', G: 'in the graph', P: 'Python decided while tracing' };
    const said = async (shown: Report): Promise<(string | null)[]> => {
      const { node } = await view(shown);
      return [...node.querySelectorAll('.agn-pane-source .agn-legend span')].map(each => each.textContent);
    };
    expect(await said(report)).toEqual(['G in the graph', 'P Python decided while tracing', '. not reached']);
    expect(await said({ ...report, quiz: true })).toEqual([]);
  });

  it('says in the title of the search field what it takes, as there is no room for all in it', async () => {
    const { node } = await view();
    const field = node.querySelector<HTMLInputElement>('.agn-search')!;
    for (const word of ['/a regular expression/', 'op:If', 'line:7', 'staged:no']) {
      expect(field.title).toContain(word);
    }
    expect(field.placeholder.length).toBeLessThan(30);
  });

  it('has tabs that say which pane is seen, alone or beside the source', async () => {
    const { node } = await view();
    const chosen = (): (string | null)[] => [...node.querySelectorAll('[role="tab"][aria-selected="true"]')].map(each => each.textContent);
    const tab = (of: string, name: string): void => node.querySelector<HTMLElement>(`.agn-${of} [data-pane="${name}"]`)!.click();
    expect(chosen()).toEqual(['source', 'generated']);
    expect([...node.querySelectorAll('.agn-beside [role="tab"]')].map(each => each.textContent)).toEqual(['generated', 'graph']);
    tab('beside', 'graph');
    expect(chosen()).toEqual(['graph', 'graph']);
    tab('tabs', 'source');
    expect(chosen()).toEqual(['source', 'graph']);
    expect([node.dataset.pane, node.dataset.beside]).toEqual(['source', 'graph']);
  });

  it('changes nothing by being opened', async () => {
    const { kept } = await view();
    expect(kept).toEqual([]);
    const { kept: again } = await view(REPORT, { key: 2, box: 'n3', open: ['n2'], colour: 'staged' });
    expect(again).toEqual([]);
  });

  it('never reads a text as markup', async () => {
    const hostile = '<img src=x onerror="window.hit = 1"><script>window.hit = 2</script>';
    const report = structuredClone(REPORT);
    const side = report.sides[0]!;
    const staged = side.functions[0]!;
    report.title = side.run!.value = side.notes[0]!.message = hostile;
    staged.source[1]!.text = staged.source[1]!.remarks[0] = hostile;
    staged.graph!.boxes[0]!.title = staged.graph!.boxes[0]!.detail = hostile;
    const { node } = await view(report, { key: 1 });
    expect(node.querySelector('img, script')).toBeNull();
    expect(node.textContent).toContain(hostile);
    expect((window as { hit?: number }).hit).toBeUndefined();
  });

  it('shows what stands between backticks in our sentences as code, and texts of the user as they are', async () => {
    const report = structuredClone(REPORT);
    const side = report.sides[0]!;
    const staged = side.functions[0]!;
    const sentence = '`<b>n</b>` and `m`, one ` alone';
    side.run!.value = staged.source[1]!.text = sentence;
    side.notes[0]!.message = side.notes[0]!.fix = staged.source[1]!.remarks[0] = staged.source[1]!.events[0]!.why = sentence;
    staged.traces[0]!.reason = staged.passes[1]!.facts[0]!.text = sentence;
    report.checks = { title: 'Checks', list: [{ call: sentence, state: 'different', said: sentence, compared: [] }] };
    const { node } = await view(report, { key: 1 });
    const codes = (within: string): (string | null)[] => [...node.querySelectorAll(`${within} code`)].map(each => each.textContent);
    for (const within of ['.agn-note', '.agn-remark', 'details td:last-child', '.agn-traces', '.agn-details']) {
      expect(codes(within)).toEqual(expect.arrayContaining(['<b>n</b>', 'm']));
      expect([...node.querySelectorAll(within)].map(each => each.textContent).join()).toContain('<b>n</b> and m, one ` alone');
    }
    for (const within of ['.agn-run b', '.agn-text', 'details td:first-child']) {
      expect([...node.querySelectorAll(within)].map(each => each.textContent)).toContain(sentence);
    }
  });

  it('selects a line everywhere', async () => {
    const { node, kept } = await view();
    rows(node, 'source')[2]!.click();
    expect(rows(node, 'source', true)).toHaveLength(1);
    expect(rows(node, 'generated', true).map(row => row.textContent)).toEqual(['3        n = n // 2']);
    expect(boxes(node, '.agn-selected')).toEqual(['n3', 'n4', 'n5', 'n6']);
    expect(node.querySelector('.agn-details h4')!.textContent).toBe('Line 3');
    expect(kept.at(-1)).toMatchObject({ key: 2, box: null });
  });

  it('selects the line of a box', async () => {
    const { node } = await view();
    node.querySelector('[data-box="n2"]')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(rows(node, 'source', true)[0]!.textContent).toContain('while');
    expect(boxes(node, '.agn-chosen')).toEqual(['n2']);
    expect(node.querySelector('.agn-details')!.textContent).toContain('parallel');
  });

  it('opens, closes and enters boxes by keys', async () => {
    const { made, node, kept } = await view();
    const box = node.querySelector<SVGGElement>('[data-box="n2"]')!;
    box.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    press(document.activeElement!, 'f');
    await made.graph.ready;
    expect(boxes(node)).toEqual(['n1', 'n2']);
    expect(kept.at(-1)!.open).toEqual(['n4']);
    press(node.querySelector('[data-box="n2"]')!, 'e');
    await made.graph.ready;
    expect(boxes(node)).toEqual(['n3', 'n4', 'n5', 'n6', 'n7']);
    expect(made.graph.crumbs.textContent).toBe('graph › While(n)');
    made.graph.leave();
    await made.graph.ready;
    expect(boxes(node)).toEqual(['n1', 'n2']);
  });

  it('shows passes without the code that ran', async () => {
    const { node } = await view({ ...only({ ...STAGED, generated: [] }), show: ['passes'] });
    const choice = node.querySelector<HTMLSelectElement>('.agn-passes select')!;
    expect([...choice.options].map(each => each.text)).not.toContain('the code that ran');
    const first = choice.value;
    expect(first).toBe('pass 1');
    expect(rows(node, 'generated').some(row => row.className.includes('agn-added'))).toBe(true);
    const marked = rows(node, 'generated').find(row => row.textContent!.includes('n // 2'))!;
    marked.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(node.querySelector('.agn-details')!.textContent).toContain('Line ');
    press(marked, ']');
    expect(choice.value).toBe('pass 1'); // drawn anew below
    expect(node.querySelector<HTMLSelectElement>('.agn-passes select')!.value).toBe('pass 2');
    press(rows(node, 'generated')[0]!, ']');
    expect(node.querySelector<HTMLSelectElement>('.agn-passes select')!.value).toBe('pass 2');
  });

  it('is used by keys alone', async () => {
    const { made, node } = await view();
    rows(node, 'source')[0]!.focus();
    press(document.activeElement!, 'j');
    press(document.activeElement!, 'ArrowDown');
    expect(document.activeElement).toBe(rows(node, 'source')[2]);
    press(document.activeElement!, 'Enter');
    expect((document.activeElement as SVGElement).dataset.box).toBe('n3');
    press(document.activeElement!, 'ArrowDown');
    expect((document.activeElement as SVGElement).dataset.box).toBe('n4');
    press(document.activeElement!, 'Backspace');
    press(document.activeElement!, '[');
    expect(node.querySelector('.agn-passes select')).toHaveProperty('value', 'pass 2');
    expect(rows(node, 'generated')[2]!.textContent).toContain('ag.div');
    press(document.activeElement!, '[');
    expect(rows(node, 'generated')[2]!.textContent).toContain('n // 2');
    press(document.activeElement!, 'x');
    expect([...node.querySelectorAll('.agn-menu button')].map(each => each.textContent)).toEqual(['SVG', 'DOT', 'JSON', 'PNG']);
    press(document.activeElement!, 'Escape');
    expect(node.querySelector('.agn-menu')).toBeNull();
    expect(node.contains(document.activeElement)).toBe(true);
    press(document.activeElement!, '?');
    expect(node.querySelectorAll('.agn-help tr').length).toBeGreaterThan(15);
    expect(made.graph.dot()).toContain('digraph');
  });

  it('leaves keys of the notebook alone', async () => {
    const { node } = await view();
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    press(rows(node, 'source')[0]!, 'b');
    press(node.querySelector('.agn-search')!, 'j');
    expect(heard).toHaveBeenCalledTimes(2);
    press(rows(node, 'source')[0]!, 'j');
    expect(heard).toHaveBeenCalledTimes(2); // that one was ours
    document.removeEventListener('keydown', heard);
  });

  it('finds, goes from hit to hit, and opens what holds them', async () => {
    const { made, node } = await view(REPORT, { open: [] });
    const search = node.querySelector<HTMLInputElement>('.agn-search')!;
    search.value = 'op:Mul';
    search.dispatchEvent(new Event('input'));
    expect(node.querySelector('.agn-found')!.textContent).toBe('1 found');
    await made.nextHit(1);
    expect(boxes(node, '.agn-chosen')).toEqual(['n6']);
    expect(boxes(node, '.agn-hit')).toEqual(['n6']);
    search.value = '/(/';
    search.dispatchEvent(new Event('input'));
    expect(search.getAttribute('aria-invalid')).toBe('true');
    expect(node.querySelector('.agn-found')!.textContent).toContain('regular expression');
  });

  it('opens as it was left', async () => {
    const { node } = await view(REPORT, { key: 2, open: ['n2'], code: 'pass 2', mode: 'diff', colour: 'staged' });
    expect(rows(node, 'source', true)[0]!.textContent).toContain('n // 2');
    expect(boxes(node)).toEqual(['n1', 'n2', 'n3', 'n4', 'n7']);
    expect(rows(node, 'generated').filter(row => row.matches('.agn-added, .agn-removed'))).toHaveLength(2);
    expect(node.querySelector('[data-box="n3"]')!.classList).toContain('agn-letter-g');
  });

  it('shows programs of compilers, and the panes that were asked for', async () => {
    const { node } = await view(REPORT, { code: 'program 0' });
    expect(rows(node, 'generated').map(row => row.querySelector('.agn-text')!.textContent)).toEqual([
      '(def main ((n i32))', '  (while (> n 1)'
    ]);
    rows(node, 'source')[1]!.click();
    expect(rows(node, 'generated', true)).toHaveLength(1);
    const { node: other } = await view({ ...REPORT, show: ['graph'] });
    expect([...other.querySelectorAll('.agn-pane h3')].map(each => each.textContent)).toEqual(['Graph']);
  });

  it('shows the graph of the optimizer', async () => {
    const optimized = { ...STAGED.graph!, boxes: STAGED.graph!.boxes.slice(0, 1), arrows: [] };
    const { made, node } = await view(only({ ...STAGED, optimized }));
    const rungs = node.querySelector<HTMLSelectElement>('.agn-rungs select')!;
    rungs.value = 'optimized';
    rungs.dispatchEvent(new Event('change'));
    await made.graph.ready;
    expect(boxes(node)).toEqual(['n1']);
  });

  it('shows back ends beside each other, and one of them in the panes', async () => {
    const lantern = { ...SIDE, backend: 'lantern', functions: [{ ...STAGED, graph: { ...STAGED.graph!, boxes: STAGED.graph!.boxes.slice(0, 1), arrows: [] } }] };
    const { made, node } = await view({ ...REPORT, sides: [SIDE, lantern] });
    expect([...node.querySelectorAll('.agn-side > b')].map(each => each.textContent)).toEqual(['tensorflow', 'lantern']);
    const chooser = node.querySelector<HTMLSelectElement>('[aria-label="Back end"]')!;
    chooser.value = '1';
    chooser.dispatchEvent(new Event('change'));
    await made.graph.ready;
    expect(boxes(node)).toEqual(['n1']);
  });

  it('says why there is no picture', async () => {
    const failing = (): Promise<never> => Promise.reject(new Error('Its layout takes longer than 10 seconds.'));
    const { node } = await view(REPORT, {}, failing);
    expect(node.querySelector('.agn-status')!.textContent).toBe(
      'A list, because the graph could not be laid out. Its layout takes longer than 10 seconds.'
    );
    expect([...node.querySelectorAll<HTMLElement>('.agn-outline [role=treeitem]')].map(each => each.dataset.box)).toEqual(
      ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7']
    );
    const { node: other } = await view(only({ ...STAGED, graph: null }));
    expect(other.querySelector('.agn-status')!.textContent).toContain('no graph');
  });
});
