import { afterEach, describe, expect, it } from 'vitest';
import { Report } from '../data';
import { FIRST } from '../model/state';
import { shownIn } from '../shown';
import { ReportView } from '../views/report';
import { REPORT, SIDE, STAGED, fakeLayout } from './sample';

const other = { ...STAGED, name: 'other', source: STAGED.source.map(line => ({ ...line, key: line.key + 10 })) };
const report: Report = {
  ...REPORT,
  sides: [
    { ...SIDE, functions: [STAGED, other] },
    { ...SIDE, backend: 'lantern', functions: [STAGED, other] }
  ]
};

async function view(): Promise<ReportView> {
  const made = new ReportView(report, fakeLayout, { ...FIRST });
  document.body.append(made.node);
  made.node.scrollIntoView = () => undefined; // jsdom has none
  await made.graph.ready;
  return made;
}

const choice = (node: Element, title: string): string => node.querySelector<HTMLSelectElement>(`select[aria-label="${title}"]`)!.value;

afterEach(() => document.body.replaceChildren());

describe('a line that is asked for from outside', () => {
  it('is shown, and has the focus', async () => {
    const made = await view();
    made.explain(0, 0, 2);
    const row = made.node.querySelector('.agn-pane-source [aria-selected="true"]')!;
    expect(row.querySelector('.agn-text')!.textContent).toContain('n // 2');
    expect(document.activeElement).toBe(row);
    made.node.querySelector<HTMLElement>('.agn-search')!.focus();
    made.explain(0, 0, 2);
    expect(document.activeElement).toBe(row);
  });

  it('may be one of another function and back end', async () => {
    const made = await view();
    made.explain(1, 1, 12);
    expect(choice(made.node, 'Back end')).toBe('1');
    expect(choice(made.node, 'Function')).toBe('1');
    expect(made.node.querySelector('.agn-pane-source [aria-selected="true"] .agn-text')!.textContent).toContain('n // 2');
    made.explain(0, 0, 1);
    expect([choice(made.node, 'Back end'), choice(made.node, 'Function')]).toEqual(['0', '0']);
    expect(made.node.querySelector('.agn-pane-source [aria-selected="true"] .agn-text')!.textContent).toContain('while n > 1');
  });

  it('is asked of a view that is in the page', async () => {
    const made = await view();
    expect(shownIn(document.body)).toEqual([made]);
    expect(shownIn(made.graph.node)).toEqual([]);
  });
});
