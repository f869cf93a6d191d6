import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Rule {
  around: string;
  selector: string;
  body: string;
}

/** The rules of a style sheet, with what they are nested in. */
function rules(text: string): Rule[] {
  const found: Rule[] = [];
  const open: string[] = [];
  for (const [, head, sign] of text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)([{}])/g)) {
    if (sign === '{') {
      open.push(head!.trim());
    } else {
      const selector = open.pop()!;
      if (!selector.startsWith('@')) {
        found.push({ around: open.join(' '), selector, body: head! });
      }
    }
  }
  return found;
}

const SHEETS = ['report.css', 'plugin.css'].map(name => [name, rules(readFileSync(`style/${name}`, 'utf8'))] as const);

describe.each(SHEETS)('%s', (_, found) => {
  it('has no rule that meets anything but ours', () => {
    const parts = found.flatMap(({ selector }) => selector.split(/,(?![^(]*\))/).map(each => each.trim()));
    expect(parts.length).toBeGreaterThan(10);
    // each begins with a class of ours, or with several of them
    expect(parts.filter(each => !/^(\.agn-|:is\(\.agn-|\[class\^='agn-)/.test(each))).toEqual([]);
    const lists = parts.flatMap(each => /^:is\(([^)]*)\)/.exec(each)?.[1]?.split(',') ?? []);
    expect(lists.filter(each => !each.trim().startsWith('.agn-'))).toEqual([]);
  });

  it('moves nothing for those who asked for less of it', () => {
    const moved = found.filter(({ body }) => /\b(animation|transition|scroll-behavior)\b/.test(body));
    expect(moved.filter(({ around }) => !around.includes('prefers-reduced-motion: no-preference'))).toEqual([]);
  });
});
