/** Asks Graphviz, in a worker that is started when the first graph is drawn, where the boxes of a graph go. */

import { Layout } from './placed';

/** Seconds that a layout may take. */
export const MOST_SECONDS = 6;

export type Engine = (dot: string) => Promise<Layout>;

interface Answer {
  id: number;
  layout?: Layout;
  problem?: string;
}

/** One worker for all views of a page. It is ended where a layout takes too long, and started again for the next. */
class WorkerEngine {
  private worker: Worker | null = null;
  private waiting = new Map<number, { done: (layout: Layout) => void; failed: (error: Error) => void; timer: number }>();
  private count = 0;

  layout(dot: string): Promise<Layout> {
    this.worker ??= this.start();
    const id = ++this.count;
    return new Promise((done, failed) => {
      const timer = window.setTimeout(
        () => this.end(new Error(`Its layout takes longer than ${MOST_SECONDS} seconds. Close or enter some boxes.`)),
        MOST_SECONDS * 1000
      );
      this.waiting.set(id, { done, failed, timer });
      this.worker!.postMessage({ id, dot });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./layout.worker.js', import.meta.url));
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = this.waiting.get(data.id);
      if (asked === undefined) {
        return;
      }
      this.waiting.delete(data.id);
      window.clearTimeout(asked.timer);
      if (data.layout === undefined) {
        asked.failed(new Error(data.problem ?? 'Graphviz gave no layout.'));
      } else {
        asked.done(data.layout);
      }
    };
    worker.onerror = event => this.end(new Error(event.message || 'The layout program could not be started.'));
    return worker;
  }

  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { failed, timer } of this.waiting.values()) {
      window.clearTimeout(timer);
      failed(error);
    }
    this.waiting.clear();
  }
}

let shared: WorkerEngine | null = null;

export const layout: Engine = dot => (shared ??= new WorkerEngine()).layout(dot);
