/** Buttons that ask the notebook to do something: run the cell again, stop it, explore the function. */

import { changed, live } from '../live';
import { button, element } from './dom';

const NO_PLUGIN = 'This needs the front end’s plugin, which is off or was not loaded yet.';

export function liveTools(functionName: () => string): HTMLElement {
  const ask = (what: 'run' | 'stop'): void => void live()?.[what](tools);
  const run = button('▶ run', 'Run the cell again', () => ask('run'));
  const stop = button('■ stop', 'Interrupt the kernel', () => ask('stop'));
  const explore = button('explore', 'Explore the function in a new cell', () => void live()?.explore(tools, functionName()));
  const tools = element('span', { class: 'agn-live', role: 'group', 'aria-label': 'Kernel' }, run, stop, explore);
  const titles = new Map([run, stop, explore].map(each => [each, each.title]));

  const refresh = (): void => {
    const state = live()?.state(tools) ?? 'none';
    const reason = live()?.reason(tools) ?? NO_PLUGIN;
    tools.dataset.state = state;
    for (const each of [run, stop, explore]) {
      const wanted = each === stop ? 'busy' : 'idle';
      each.disabled = state !== wanted;
      const idle = each === stop ? 'Nothing is running.' : 'The kernel is busy.';
      each.title = state === wanted ? titles.get(each)! : state === 'none' ? reason : idle;
    }
  };
  // Looked at only while it is seen: a view is not told when it leaves the page, and then nothing may hold it.
  const seen = new IntersectionObserver(entries => {
    if (entries.at(-1)!.isIntersecting) {
      changed.connect(refresh);
      refresh();
    } else {
      changed.disconnect(refresh);
    }
  });
  seen.observe(tools);
  refresh();
  return tools;
}
