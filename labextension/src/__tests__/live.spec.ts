import { afterEach, describe, expect, it, vi } from 'vitest';
import { Live, LiveState, live, setLive, tellChanged } from '../live';
import { liveTools } from '../views/live';

function bridge(state: LiveState, reason = ''): Live & { now: LiveState } {
  const made = {
    now: state,
    run: vi.fn(async () => undefined),
    stop: vi.fn(async () => undefined),
    explore: vi.fn(async () => undefined),
    state: () => made.now,
    reason: () => reason
  };
  return made;
}

const buttons = (tools: HTMLElement): HTMLButtonElement[] => [...tools.querySelectorAll('button')];
const enabled = (tools: HTMLElement): boolean[] => buttons(tools).map(each => !each.disabled);

afterEach(() => setLive(null));

describe('run, stop and explore', () => {
  it('say why they are off without a plugin or a kernel', () => {
    const tools = liveTools(() => 'f');
    expect(live()).toBeNull();
    expect(enabled(tools)).toEqual([false, false, false]);
    expect(buttons(tools)[0]!.title).toContain('plugin');
    setLive(bridge('none', 'The notebook has no kernel.'));
    expect(enabled(tools)).toEqual([false, false, false]);
    expect(buttons(tools).map(each => each.title)).toEqual(Array(3).fill('The notebook has no kernel.'));
  });

  it('follow the kernel', () => {
    const tools = liveTools(() => 'f');
    const made = bridge('idle');
    setLive(made);
    expect(enabled(tools)).toEqual([true, false, true]);
    made.now = 'busy';
    tellChanged();
    expect(enabled(tools)).toEqual([false, true, false]);
    expect(buttons(tools)[0]!.title).toBe('The kernel is busy.');
    expect(tools.dataset.state).toBe('busy');
  });

  it('ask the notebook', () => {
    const tools = liveTools(() => 'collatz');
    const made = bridge('idle');
    setLive(made);
    buttons(tools)[0]!.click();
    expect(made.run).toHaveBeenCalledWith(tools);
    buttons(tools)[2]!.click();
    expect(made.explore).toHaveBeenCalledWith(tools, 'collatz');
    made.now = 'busy';
    tellChanged();
    buttons(tools)[1]!.click();
    expect(made.stop).toHaveBeenCalledWith(tools);
  });
});
