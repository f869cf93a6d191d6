import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeLayout, REPORT } from './sample';

vi.mock('../../style/index.js', () => ({}));
vi.mock('../layout/engine', () => ({ layout: fakeLayout }));

import extension, { ReportRenderer } from '../mime';
import { STATE } from '../model/state';
import { MIME_TYPE } from '../data';

function model(data: unknown, metadata: object = {}) {
  const made = {
    trusted: false,
    metadata,
    data: { [MIME_TYPE]: data },
    setData: vi.fn((options: { metadata?: object }) => Object.assign(made, options))
  };
  return made;
}

const renderer = (): ReportRenderer => new ReportRenderer({ mimeType: MIME_TYPE } as never);

afterEach(() => vi.useRealTimers());

describe('the renderer', () => {
  it('is there for untrusted outputs, too', () => {
    expect(extension.rendererFactory.safe).toBe(true);
    expect(extension.rendererFactory.mimeTypes).toEqual([MIME_TYPE]);
  });

  it('draws a report, and says so of what is none', async () => {
    const made = renderer();
    await made.renderModel(model(REPORT) as never);
    expect(made.node.querySelectorAll('.agn-box').length).toBeGreaterThan(0);
    const other = renderer();
    await other.renderModel(model({ version: 99 }) as never);
    expect(other.node.textContent).toContain('another version');
  });

  it('keeps what is chosen in the metadata, and is not drawn anew for that', async () => {
    const made = renderer();
    const given = model(REPORT, { other: 1 });
    await made.renderModel(given as never);
    vi.useFakeTimers();
    const row = made.node.querySelectorAll<HTMLElement>('.agn-pane-source .agn-row')[2]!;
    row.click();
    vi.advanceTimersByTime(1000);
    expect(given.setData).toHaveBeenCalledTimes(1);
    expect(given.metadata).toMatchObject({ other: 1, [STATE]: { version: 1, key: 2 } });
    vi.useRealTimers();
    await made.renderModel(model(structuredClone(REPORT), given.metadata) as never);
    expect(made.node.contains(row)).toBe(true);
    const again = renderer();
    await again.renderModel(model(REPORT, given.metadata) as never);
    expect(again.node.querySelector('[aria-selected="true"] .agn-text')!.textContent).toContain('n // 2');
  });
});
