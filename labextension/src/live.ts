/** What a view may ask of the notebook around it. The plugin knows how; the view works without it, on saved reports. */

import { ISignal, Signal } from '@lumino/signaling';

/** `none`: nothing can be run from there. */
export type LiveState = 'none' | 'idle' | 'busy';

/** Each method takes an element of the page; what is meant is the cell and the notebook that it lies in. */
export interface Live {
  /** Runs the cell again. */
  run(node: Element): Promise<void>;
  /** Interrupts the kernel. */
  stop(node: Element): Promise<void>;
  /** Puts a cell below that explores a function, and runs it. */
  explore(node: Element, functionName: string): Promise<void>;
  state(node: Element): LiveState;
  /** Why the state is `none`, as a sentence; else empty. */
  reason(node: Element): string;
}

let current: Live | null = null;
const owner = {};
const signal = new Signal<object, void>(owner);

/** Emits whenever a state may have changed. */
export const changed: ISignal<object, void> = signal;

export function tellChanged(): void {
  signal.emit();
}

export function setLive(live: Live | null): void {
  current = live;
  tellChanged();
}

/** The bridge to the notebook; null where no plugin has made one. */
export function live(): Live | null {
  return current;
}
