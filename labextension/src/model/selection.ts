/** What is selected: a source line, and perhaps one box of the graph that came from it. Every pane shows the same. */

export interface Selected {
  /** The key of a source line. */
  key: number | null;
  /** The id of a box. */
  box: string | null;
}

export const NOTHING: Selected = { key: null, box: null };
const MOST_REMEMBERED = 50;

export class Selection {
  private listeners: ((now: Selected, from: unknown) => void)[] = [];
  private before: Selected[] = [];
  private now: Selected = NOTHING;

  get current(): Selected {
    return this.now;
  }

  /** Calls `listener` with each new selection and with who chose it. */
  listen(listener: (now: Selected, from: unknown) => void): void {
    this.listeners.push(listener);
  }

  select(next: Selected, from: unknown = null): void {
    if (next.key === this.now.key && next.box === this.now.box) {
      return;
    }
    this.before.push(this.now);
    this.before.splice(0, this.before.length - MOST_REMEMBERED);
    this.tell(next, from);
  }

  /** Goes back to what was selected before. */
  back(): boolean {
    const last = this.before.pop();
    if (last === undefined) {
      return false;
    }
    this.tell(last, null);
    return true;
  }

  private tell(next: Selected, from: unknown): void {
    this.now = next;
    for (const listener of this.listeners) {
      listener(next, from);
    }
  }
}
