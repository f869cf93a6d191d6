import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../layout/engine';
import type { Layout } from '../layout/placed';

/** A worker that answers when the test lets it. */
class FakeWorker {
  static all: FakeWorker[] = [];
  sent: string[] = [];
  ended = false;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage({ dot }: { dot: string }): void {
    this.sent.push(dot);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(data: unknown): void {
    this.onmessage({ data });
  }
}

const LAYOUT = { width: 1 } as Layout;
let layout: Engine;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
  FakeWorker.all = [];
  ({ layout } = await import('../layout/engine'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What became of a layout so far. */
function watched(asked: Promise<Layout>): { now: Layout | string } {
  const made: { now: Layout | string } = { now: 'waits' };
  asked.then(
    given => (made.now = given),
    (error: Error) => (made.now = error.message)
  );
  return made;
}

const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('the layout of graphs', () => {
  it('takes its own time, not that of loading the program', async () => {
    const graph = watched(layout('a'));
    await pass(20);
    expect(graph.now).toBe('waits');
    expect(FakeWorker.all[0]!.sent).toEqual([]);
    FakeWorker.all[0]!.answer({ ready: true });
    await pass(5);
    FakeWorker.all[0]!.answer({ layout: LAYOUT });
    await pass(0);
    expect(graph.now).toBe(LAYOUT);
  });

  it('takes its own time, not that of the graphs before it', async () => {
    const graphs = ['a', 'b', 'c', 'd'].map(each => watched(layout(each)));
    const [worker] = FakeWorker.all;
    worker!.answer({ ready: true });
    for (let at = 0; at < 4; at++) {
      await pass(4);
      expect(worker!.sent).toEqual(['a', 'b', 'c', 'd'].slice(0, at + 1));
      worker!.answer({ layout: LAYOUT });
    }
    await pass(60);
    expect(graphs.map(each => each.now)).toEqual(Array(4).fill(LAYOUT));
    expect(FakeWorker.all).toHaveLength(1);
  });

  it('ends where it takes too long, and the next one is laid out', async () => {
    const [slow, next] = [watched(layout('slow')), watched(layout('next'))];
    FakeWorker.all[0]!.answer({ ready: true });
    await pass(6);
    expect(slow.now).toContain('longer than 6 seconds');
    expect(FakeWorker.all[0]!.ended).toBe(true);
    expect(next.now).toBe('waits');
    FakeWorker.all[1]!.answer({ ready: true });
    FakeWorker.all[1]!.answer({ layout: LAYOUT });
    await pass(0);
    expect(next.now).toBe(LAYOUT);
  });

  it('says what Graphviz says of a graph', async () => {
    const graphs = ['a', 'b'].map(each => watched(layout(each)));
    FakeWorker.all[0]!.answer({ ready: true });
    FakeWorker.all[0]!.answer({ problem: 'syntax error' });
    FakeWorker.all[0]!.answer({ layout: LAYOUT });
    await pass(0);
    expect(graphs.map(each => each.now)).toEqual(['syntax error', LAYOUT]);
  });

  it('fails for all that wait where the program does not start, and starts it again for the next', async () => {
    const graphs = ['a', 'b'].map(each => watched(layout(each)));
    FakeWorker.all[0]!.onerror({ message: '' });
    await pass(0);
    expect(graphs.map(each => each.now)).toEqual(Array(2).fill('The layout program could not be started.'));
    const late = watched(layout('c'));
    await pass(60);
    expect(late.now).toContain('not loaded within 60 seconds');
    const last = watched(layout('d'));
    expect(FakeWorker.all).toHaveLength(3);
    FakeWorker.all[2]!.answer({ ready: true });
    FakeWorker.all[2]!.answer({ layout: LAYOUT });
    await pass(0);
    expect(last.now).toBe(LAYOUT);
  });
});
