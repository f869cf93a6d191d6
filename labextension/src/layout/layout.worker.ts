/** Runs Graphviz (compiled to WebAssembly) away from the page's thread. */

import type { Answer } from './engine';
import { readLayout } from './placed';

const loaded = import('@hpcc-js/wasm-graphviz').then(({ Graphviz }) => Graphviz.load());
const here = self as unknown as DedicatedWorkerGlobalScope;
const tell = (answer: Answer): void => here.postMessage(answer);

here.onmessage = async ({ data }: MessageEvent<{ dot: string }>) => {
  try {
    const graphviz = await loaded;
    tell({ layout: readLayout(graphviz.layout(data.dot, 'json', 'dot')) });
  } catch (error) {
    tell({ problem: String(error) });
  }
};
const ready = (): void => tell({ ready: true });
loaded.then(ready, ready); // why it could not be loaded is told with the first graph
