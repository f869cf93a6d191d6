/** Asks Graphviz, in a worker that is started when the first graph is drawn, where the boxes of a graph go. */

import { Layout } from './placed';

/** Seconds that a layout may take. */
export const MOST_SECONDS = 6;
/** Seconds that the worker may take to load Graphviz. */
export const STARTS_WITHIN = 60;

export type Engine = (dot: string) => Promise<Layout>;

/** What the worker says: once that it has loaded Graphviz or failed to, then for each graph its layout or what the problem is. */
export type Answer = { ready: true } | { layout: Layout } | { problem: string };

interface Asked {
  dot: string;
  done: (layout: Layout) => void;
  failed: (error: Error) => void;
}

/**
 * One worker for all views of a page, which gets one graph after the other: how long a layout takes is its own time, without that of
 * loading the worker and of the graphs before it. A worker whose layout takes too long is ended, and another one goes on with the next.
 */
class WorkerEngine {
  private worker: Worker | null = null;
  private isReady = false;
  private waiting: Asked[] = [];
  private current: Asked | null = null;
  private timer = 0;

  layout(dot: string): Promise<Layout> {
    return new Promise((done, failed) => {
      this.waiting.push({ dot, done, failed });
      this.next();
    });
  }

  /** Hands out the graph that waits longest, once the worker is free. */
  private next(): void {
    if (this.current !== null || !this.waiting.length) {
      return;
    }
    this.worker ??= this.start();
    if (this.isReady) {
      this.current = this.waiting.shift()!;
      this.worker.postMessage({ dot: this.current.dot });
      this.limit(MOST_SECONDS, () => {
        const { failed } = this.current!;
        this.end();
        failed(new Error(`Its layout takes longer than ${MOST_SECONDS} seconds. Close or enter some boxes.`));
        this.next();
      });
    }
  }

  private start(): Worker {
    const worker = new Worker(new URL('./layout.worker.js', import.meta.url));
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data);
    worker.onerror = event => this.fail(event.message || 'The layout program could not be started.');
    this.limit(STARTS_WITHIN, () => this.fail(`The layout program was not loaded within ${STARTS_WITHIN} seconds.`));
    return worker;
  }

  private answered(answer: Answer): void {
    window.clearTimeout(this.timer);
    if ('ready' in answer) {
      this.isReady = true;
    } else {
      const asked = this.current;
      this.current = null;
      if ('layout' in answer) {
        asked?.done(answer.layout);
      } else {
        asked?.failed(new Error(answer.problem));
      }
    }
    this.next();
  }

  private limit(seconds: number, late: () => void): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(late, seconds * 1000);
  }

  /** Tells all that wait; the next graph starts another worker. */
  private fail(problem: string): void {
    const all = [...(this.current === null ? [] : [this.current]), ...this.waiting];
    this.waiting = [];
    this.end();
    all.forEach(({ failed }) => failed(new Error(problem)));
  }

  private end(): void {
    window.clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = this.current = null;
    this.isReady = false;
  }
}

let shared: WorkerEngine | null = null;

export const layout: Engine = dot => (shared ??= new WorkerEngine()).layout(dot);
