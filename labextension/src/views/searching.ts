/** The search field: what it finds, and the way from hit to hit. */

import { Frame, Staged } from '../data';
import { Hit, QueryError, find, parse } from '../model/search';
import { element } from './dom';

export class SearchField {
  readonly input = element('input', {
    class: 'agn-search',
    type: 'search',
    placeholder: 'Search: while, op:If',
    title: 'Search for words, /a regular expression/, op:If, line:7, staged:no: what is found has all of them',
    'aria-label': 'Search'
  });
  readonly found = element('span', { class: 'agn-found', role: 'status' });
  hits: Hit[] = [];
  private at = -1;
  private what: [Staged, Frame | null, boolean] | null = null;

  /** `changed` is called when there are other hits, `next` when the reader asks for another one. */
  constructor(
    private changed: () => void,
    next: (step: number) => void
  ) {
    this.input.addEventListener('input', () => this.search());
    this.input.addEventListener('keydown', event => {
      if (event.key === 'Enter') {
        next(event.shiftKey ? -1 : 1);
      }
    });
  }

  /** Searches this; with `hidden` what became of lines is not to be found. */
  in(staged: Staged, graph: Frame | null, hidden: boolean): void {
    this.what = [staged, graph, hidden];
    this.search();
  }

  /** The next hit, or null where there is none. */
  next(step: number): Hit | null {
    if (!this.hits.length) {
      return null;
    }
    this.at = (this.at + step + this.hits.length) % this.hits.length;
    this.found.textContent = `${this.at + 1}/${this.hits.length}`;
    return this.hits[this.at]!;
  }

  private search(): void {
    this.hits = [];
    this.at = -1;
    this.input.removeAttribute('aria-invalid');
    if (this.what !== null) {
      const [staged, graph, hidden] = this.what;
      try {
        const query = parse(this.input.value);
        if (hidden && (query.staged !== null || query.op !== null)) {
          throw new QueryError('op: and staged: would give the quiz away: reveal it first.');
        }
        this.hits = find(query, staged, hidden ? null : graph);
        this.found.textContent = this.input.value.trim() ? `${this.hits.length} found` : '';
      } catch (error) {
        if (!(error instanceof QueryError)) {
          throw error;
        }
        this.input.setAttribute('aria-invalid', 'true');
        this.found.textContent = error.message;
      }
    }
    this.changed();
  }
}
