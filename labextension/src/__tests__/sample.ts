/** A small report: a loop with a branch in it, as `collatz` gives it. */

import { Box, Frame, Probe, Report, Side, Staged } from '../data';
import { Layout } from '../layout/placed';

export function box(id: string, title: string, key: number | null, more: Partial<Box> = {}): Box {
  return { id, title, detail: `int32[] · line ${key}`, kind: 'op', ops: 1, key, op: title.split('(')[0]!, name: `f/${id}`, ...more };
}

export function frame(id: string, title: string, boxes: Box[], arrows: Frame['arrows'] = []): Frame {
  return { id, role: title, title, ops: boxes.length, boxes, arrows };
}

const branches = [frame('g3', 'then', [box('n5', 'FloorDiv(n, 2)', 2)]), frame('g4', 'else', [box('n6', 'Mul(3, n)', 2)])];
const body = frame(
  'g2',
  'loop body',
  [box('n3', 'Equal(n, 0)', 2), box('n4', 'If(·)', 2, { frames: branches }), box('n7', 'AddV2(steps, 1)', 3)],
  [
    ['n3', 'n4', 0],
    ['n4', 'n3', 1]
  ]
);
export const GRAPH = frame(
  'g1',
  '',
  [box('n1', 'n', null, { op: 'Placeholder' }), box('n2', 'While(n)', 1, { frames: [body], attributes: [['parallel', '10']], types: ['int32[]'] })],
  [['n1', 'n2', 0]]
);

const code = (text: string, key: number | null = null): { text: string; key: number | null; scaffold: boolean } => ({
  text,
  key,
  scaffold: key === null
});

export const STAGED: Staged = {
  name: 'collatz',
  file: 'Cell In[1]',
  line: 1,
  source: ['def collatz(n):', '    while n > 1:', '        n = n // 2', '        steps += 1', '    return steps'].map(
    (text, at) => ({
      key: at,
      number: at + 1,
      text,
      letter: ['', 'G', 'G', 'G', ''][at]!,
      ops: [0, 3, 4, 1, 0][at]!,
      colour: at,
      remarks: at === 1 ? ['While (loop body)'] : [],
      events: at === 1 ? [{ construct: 'while', decision: 'staged', why: 'the test is a tensor bool[]', count: 1 }] : []
    })
  ),
  generated: [code('def collatz(n):', 0), code('    def loop_body():', 1), code('        n = n // 2', 2), code('    return steps', 4)],
  passes: [
    { name: 'returns', summary: 'One return at the end.', changed: false, code: null, facts: [] },
    {
      name: 'loops',
      summary: 'Loops become calls.',
      changed: true,
      code: [code('def collatz(n):', 0), code('    def loop_body():', 1), code('        n = n // 2', 2), code('    return steps', 4)],
      facts: [{ key: 1, text: 'The state is n, steps.' }]
    },
    {
      name: 'lists',
      summary: 'Lists are staged.',
      changed: true,
      code: [code('def collatz(n):', 0), code('    def loop_body():', 1), code('        n = ag.div(n, 2)', 2), code('    return steps', 4)],
      facts: []
    }
  ],
  traces: [{ signature: 'n: int32[]', reason: 'first call', key: null, shown: true }],
  graph: GRAPH,
  optimized: null,
  compiled: [{ name: 'Lantern', lines: [code('(def main ((n i32))', null), code('  (while (> n 1)', 1)] }]
};

export const SIDE: Side = {
  backend: 'tensorflow',
  run: { call: 'collatz(7)', value: '16', time: 'in 2 ms' },
  notes: [{ code: 'AG121', level: 'warning', message: 'decided', fix: 'Pass a tensor.', places: [{ text: 'line 2', key: 1 }], more: 0 }],
  letters: { G: 'in the graph' },
  functions: [STAGED]
};

export const REPORT: Report = {
  version: 1,
  id: 'agn-1',
  title: 'collatz · tensorflow',
  omitted: '',
  checks: null,
  show: ['code', 'trace', 'passes', 'graph', 'optimized', 'xla', 'llvm', 'assembly'],
  sides: [SIDE]
};
/** Places the boxes that a DOT text names one below the other, and draws each edge as a line. */
export async function fakeLayout(dot: string): Promise<Layout> {
  const boxes: Layout['boxes'] = new Map();
  const frames: Layout['frames'] = new Map();
  const curves: Layout['curves'] = [];
  for (const [, id] of dot.matchAll(/^"(\w+)" \[width/gm)) {
    boxes.set(id!, { left: 0, top: boxes.size * 50, width: 100, height: 40 });
  }
  for (const [, id] of dot.matchAll(/subgraph "cluster_(\w+)"/g)) {
    frames.set(id!, { left: 0, top: 0, width: 120, height: 120 });
  }
  for (const [, source, target, options] of dot.matchAll(/^"(\w+)" -> "(\w+)" \[(.*)\]$/gm)) {
    if (!options!.includes('invis')) {
      const kind = /class=(\w+)/.exec(options!)?.[1] ?? '';
      curves.push({ source: source!, target: target!, points: [[0, 0], [1, 1], [2, 2], [3, 3]], tip: [4, 4], kind, word: null });
    }
  }
  return { width: 200, height: boxes.size * 50, boxes, frames, curves };
}

export const PROBES: Probe[] = [
  {
    name: 'n',
    key: 2,
    count: 4,
    samples: [7, 22, 11, 34].map((value, number) => ({ number, value: String(value), shape: '[]', dtype: 'int32', low: value, high: value }))
  },
  {
    name: 'w',
    key: 3,
    count: 200,
    samples: [
      { number: 0, value: '[-1.  2.]', shape: '[2]', dtype: 'float32', low: -1, high: 2 },
      { number: 199, value: '[0. 3.]', shape: '[2]', dtype: 'float32', low: 0, high: 3 }
    ]
  }
];
