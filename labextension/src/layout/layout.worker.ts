/** Runs Graphviz (compiled to WebAssembly) away from the page's thread. */

import { readLayout } from './placed';

const loaded = import('@hpcc-js/wasm-graphviz').then(({ Graphviz }) => Graphviz.load());
const here = self as unknown as DedicatedWorkerGlobalScope;

here.onmessage = async ({ data }: MessageEvent<{ id: number; dot: string }>) => {
  try {
    const graphviz = await loaded;
    here.postMessage({ id: data.id, layout: readLayout(graphviz.layout(data.dot, 'json', 'dot')) });
  } catch (error) {
    here.postMessage({ id: data.id, problem: String(error) });
  }
};
