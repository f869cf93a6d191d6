import { describe, expect, it } from 'vitest';
import { asReport } from '../data';
import { readLayout } from '../layout/placed';
import { boxSize, cells, dotFile, dotSource } from '../model/dot';
import { entered, everyBox, firstOpen, shown, walk } from '../model/frames';
import { codeAfter, nextChanged, offered, passCode } from '../model/passes';
import { QueryError, find, parse } from '../model/search';
import { Selection } from '../model/selection';
import { FIRST, asState } from '../model/state';
import { GRAPH, REPORT, STAGED, box, frame } from './sample';

const ids = (open: string[], of = GRAPH): string[] => [...walk(shown(of, new Set(open)))].map(([each]) => each.id);

describe('frames', () => {
  it('shows what is open, and says what is not', () => {
    expect(ids([])).toEqual(['n1', 'n2']);
    expect(ids(['n2'])).toEqual(['n1', 'n2', 'n3', 'n4', 'n7']);
    expect(ids(['n2', 'n4'])).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
    expect(ids(['n4'])).toEqual(['n1', 'n2']); // what holds it is closed
    const [, closed] = shown(GRAPH, new Set()).boxes;
    expect(closed).toMatchObject({ foldable: true, open: false, detail: 'int32[] · line 1 · loop body: 3 ops' });
  });

  it('leads arrows of a closed series to its one box', () => {
    const round = frame('g9', 'one of 3 alike rounds', [box('a', 'Add', 1), box('b', 'Mul', 1)]);
    const graph = frame('g', '', [box('x', 'x', null), { ...box('', 'one of 3', 1), kind: 'series', frames: [round] }, box('y', 'y', 2)], [
      ['x', 'a', 0],
      ['a', 'b', 0],
      ['b', 'a', 1],
      ['b', 'y', 0]
    ]);
    const closed = shown(graph, new Set());
    expect(closed.boxes.map(each => each.id)).toEqual(['x', 'g9', 'y']);
    expect(closed.arrows).toEqual([['x', 'g9', 0], ['g9', 'y', 0]]);
    const open = shown(graph, new Set(['g9']));
    expect([...walk(open)].map(([each]) => each.id)).toEqual(['x', 'g9', 'a', 'b', 'y']);
    expect(open.arrows).toEqual(graph.arrows);
  });

  it('leads recursion back from what is inside', () => {
    const call = frame('g5', 'body of fact', [box('n8', 'call fact', 2)]);
    const graph = frame('g', '', [box('n9', 'call fact', 1, { frames: [call] })], [['n8', 'n9', 3]]);
    expect(shown(graph, new Set(['n9'])).arrows).toEqual([['n8', 'n9', 3]]);
    expect(shown(graph, new Set()).arrows).toEqual([['n9', 'n9', 3]]);
    expect(dotSource(shown(graph, new Set(['n9'])))).toContain('"n8" -> "n9" [class=recursion constraint=false label="rec"]');
  });

  it('opens as much as there is room for, level by level', () => {
    expect([...firstOpen(GRAPH, 60)]).toEqual(['n2', 'n4']);
    expect([...firstOpen(GRAPH, 5)]).toEqual(['n2']);
    expect([...firstOpen(GRAPH, 4)]).toEqual([]);
  });

  it('enters a box', () => {
    expect(entered(GRAPH, ['n2']).id).toBe('g2');
    const both = entered(GRAPH, ['n2', 'n4']);
    expect(ids(['g3', 'g4'], both)).toEqual(['g3', 'n5', 'g4', 'n6']);
    expect(entered(GRAPH, ['nothing'])).toBe(GRAPH);
  });

  it('names what has to be open for a box to be seen', () => {
    const above = new Map([...everyBox(GRAPH)].map(([each, ids]) => [each.id, ids]));
    expect(above.get('n1')).toEqual([]);
    expect(above.get('n6')).toEqual(['n2', 'n4']);
  });
});

describe('dot', () => {
  it('has all boxes, clusters and arrows, and none of the texts', () => {
    const text = dotSource(shown(GRAPH, new Set(['n2', 'n4'])));
    for (const id of ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7']) {
      expect(text).toMatch(new RegExp(`^"${id}" \\[width`, 'm'));
    }
    expect(text.match(/subgraph/g)).toHaveLength(5);
    expect(text).toContain('"n4" -> "n3" [class=carried constraint=false]');
    expect(text).not.toContain('FloorDiv');
  });

  it('leads from below a box that is open', () => {
    const graph = frame('g', '', [...GRAPH.boxes, box('n8', 'Neg', 4)], [...GRAPH.arrows, ['n2', 'n8', 0]]);
    expect(dotSource(shown(graph, new Set()))).toContain('"n2" -> "n8" []');
    expect(dotSource(shown(graph, new Set(['n2'])))).toContain('"n4" -> "n8" [ltail="cluster_n2" minlen=2]');
  });

  it('has the words in a file, and no classes', () => {
    const text = dotFile(shown(GRAPH, new Set(['n2', 'n4'])));
    expect(text).toContain('"n5" [label="FloorDiv(n, 2)\\nint32[] · line 2"]');
    expect(text).toContain('label="loop body"');
    expect(text).toContain('"n4" -> "n3" [style=dashed constraint=false]');
    expect(text).not.toMatch(/class=|xxx|fixedsize/);
    const odd = frame('g1', '', [box('n1', 'say "hi" \\n', 1, { detail: '' })]);
    expect(dotFile(shown(odd, new Set()))).toContain('"n1" [label="say \\"hi\\" \\\\n"]');
  });

  it('makes room for wide characters', () => {
    expect(cells('abc')).toBe(3);
    expect(cells('変数')).toBe(4);
    const [narrow] = boxSize(shown(GRAPH, new Set()).boxes[0]!);
    expect(narrow).toBeGreaterThan(60);
  });
});

describe('layout', () => {
  it('is read with y downwards', () => {
    const found = readLayout(
      JSON.stringify({
        bb: '0,0,100,200',
        objects: [
          { _gvid: 0, name: 'cluster_g2', bb: '8,10,90,150' },
          { _gvid: 1, name: 'n1', pos: '50,180', width: '0.5', height: '0.25' },
          { _gvid: 2, name: 'n2', pos: '50,20', width: '0.5', height: '0.25' }
        ],
        edges: [
          { tail: 1, head: 2, pos: 'e,50,29 50,171 50,120 50,80 50,40', class: 'carried' },
          { tail: 1, head: 2, pos: 'e,1,1 2,2', style: 'invis' }
        ]
      })
    );
    expect(found.frames.get('g2')).toEqual({ left: 8, top: 50, width: 82, height: 140 });
    expect(found.boxes.get('n1')).toEqual({ left: 32, top: 11, width: 36, height: 18 });
    expect(found.curves).toEqual([
      { source: 'n1', target: 'n2', points: [[50, 29], [50, 80], [50, 120], [50, 160]], tip: [50, 171], kind: 'carried', word: null }
    ]);
  });
});

describe('passes', () => {
  it('shows the code before, after and what changed', () => {
    expect(codeAfter(STAGED, -1).map(line => line.text)).toEqual(STAGED.source.map(line => line.text));
    expect(passCode(STAGED, 2, 'before')[2]?.text).toBe('        n = n // 2');
    expect(passCode(STAGED, 2, 'after')[2]?.text).toBe('        n = ag.div(n, 2)');
    const changed = passCode(STAGED, 2, 'diff').filter(line => line.sign);
    expect(changed.map(line => line.sign + line.text.trim()).sort()).toEqual(['+n = ag.div(n, 2)', '-n = n // 2']);
    expect(passCode(STAGED, 0, 'diff').every(line => line.sign === '')).toBe(true);
  });

  it('offers those that changed something', () => {
    expect(offered(STAGED, true)).toEqual([1, 2]);
    expect(offered(STAGED, false)).toEqual([0, 1, 2]);
    expect(nextChanged(STAGED, 3, -1)).toBe(2);
    expect(nextChanged(STAGED, 1, -1)).toBe(1);
  });
});

describe('search', () => {
  const found = (text: string): string[] => find(parse(text), STAGED, GRAPH).map(hit => `${hit.where} ${hit.box ?? hit.key}`);

  it('finds words in all panes', () => {
    expect(found('n // 2')).toEqual(['source 2', 'generated 2']);
    expect(found('while')).toEqual(['source 1', 'graph n2']);
    expect(found('')).toEqual([]);
  });

  it('knows operations, lines and letters', () => {
    expect(found('op:floor')).toEqual(['graph n5']);
    expect(found('op:Mul line:3')).toEqual(['graph n6']);
    expect(found('line:4')).toEqual(['source 3']);
    expect(found('staged:no')).toEqual(['source 0', 'source 4']);
    expect(find(parse('op:mul'), STAGED, GRAPH)[0]?.above).toEqual(['n2', 'n4']);
  });

  it('takes regular expressions', () => {
    expect(found('/^ {8}\\w+ \\+= 1$/')).toEqual(['source 3']);
  });

  it.each(['/(/', 'line:x', 'staged:maybe'])('says what is wrong with %s', text => {
    expect(() => parse(text)).toThrow(QueryError);
  });
});

describe('selection', () => {
  it('tells of what is new, and goes back', () => {
    const selection = new Selection();
    const heard: (number | null)[] = [];
    selection.listen(now => heard.push(now.key));
    selection.select({ key: 1, box: null });
    selection.select({ key: 1, box: null });
    selection.select({ key: 2, box: 'n4' });
    expect(heard).toEqual([1, 2]);
    expect(selection.back()).toBe(true);
    expect(selection.current).toEqual({ key: 1, box: null });
    expect(selection.back()).toBe(true);
    expect(selection.back()).toBe(false);
  });
});

describe('state', () => {
  it('is read as far as it fits', () => {
    expect(asState(undefined)).toEqual(FIRST);
    expect(asState({ version: 2, key: 3 })).toEqual(FIRST);
    expect(asState({ version: 1, key: 3, box: 7, open: ['n2'], mode: 'nothing', colour: 'staged', function: -2 })).toEqual({
      ...FIRST, key: 3, open: ['n2'], colour: 'staged'
    });
  });
});

describe('data', () => {
  it('is refused where it is of another version, or no report', () => {
    expect(asReport(REPORT)).toBe(REPORT);
    for (const other of [null, 3, [], { ...REPORT, version: 2 }, { ...REPORT, sides: [] }]) {
      expect(asReport(other)).toBeNull();
    }
  });
});
