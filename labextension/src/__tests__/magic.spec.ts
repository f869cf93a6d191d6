import { describe, expect, it } from 'vitest';
import { Edit, header, magicLine, made, unmade } from '../plugin/magic';
import { tokens } from '../plugin/tokens';

const applied = (text: string, edit: Edit | string): string => {
  if (typeof edit === 'string') {
    throw new Error(edit);
  }
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to);
};

describe('the lines of magics', () => {
  it('are those on top, blank lines apart', () => {
    expect(header('\n \n%%time\n%%autograph -q\nx = 1\n%%no').map(line => line.text)).toEqual(['%%time', '%%autograph -q']);
    expect(magicLine('\n%%time\r\n%%autograph -q\r\nx')).toEqual({ from: 9, text: '%%autograph -q' });
    expect(magicLine('%%autograph\n%%time\nx')!.from).toBe(0);
  });

  it('are not ours where another program reads the cell, or where the name only begins alike', () => {
    expect(magicLine('%%bash\n%%autograph')).toBeNull();
    expect(magicLine('%%autographs\nx')).toBeNull();
    expect(magicLine('x = 1\n%%autograph')).toBeNull();
    expect(magicLine('%autograph f')).toBeNull();
    expect(magicLine('')).toBeNull();
  });

  it.each([
    ['f(1)', '%%autograph\nf(1)'],
    ['', '%%autograph\n'],
    ['\n\nf(1)\n', '\n\n%%autograph\nf(1)\n'],
    ['%%time\nf(1)', '%%time\n%%autograph\nf(1)'],
    ['%%capture out\n%%time\nf(1)', '%%capture out\n%%time\n%%autograph\nf(1)'],
    ['%%time', '%%time\n%%autograph']
  ])('are made: %j', (before, after) => {
    expect(applied(before, made(before))).toBe(after);
    expect(magicLine(after)).not.toBeNull();
  });

  it.each([
    ['%%autograph\nf(1)', 'f(1)'],
    ['%%time\n%%autograph --show code\nf(1)', '%%time\nf(1)'],
    ['%%autograph -q\r\n%%time\r\nf(1)', '%%time\r\nf(1)'],
    ['\n%%autograph', '\n']
  ])('are taken away: %j', (before, after) => {
    expect(applied(before, unmade(before))).toBe(after);
    expect(magicLine(after)).toBeNull();
  });

  it('are left alone where that would mean something else', () => {
    expect(made('%%bash\nls')).toMatch(/%%bash.*take that line out/);
    expect(made('%%autograph\nx')).toMatch(/already/);
    expect(unmade('%%time\nx')).toMatch(/is no %%autograph cell/);
  });
});

describe('the words of the line', () => {
  const read = (line: string): string[] => tokens(line).map(each => `${each.kind} ${line.slice(each.from, each.to)}`);

  it('are told apart', () => {
    expect(read('%%autograph -q f --show code,graph --entry "f(1, \'a b\')" --var r')).toEqual([
      'magic %%autograph',
      'option -q',
      'name f',
      'option --show',
      'value code',
      'value graph',
      'option --entry',
      'string "f(1, \'a b\')"',
      'option --var',
      'value r'
    ]);
  });

  it('may be joined to their options, and lists may have blanks', () => {
    expect(read('%%autograph --show=code -btf,lantern f')).toEqual([
      'magic %%autograph', 'option --show', 'value code', 'option -b', 'value tf', 'value lantern', 'name f'
    ]);
    expect(read('%%autograph -s code , graph,  notes f')).toEqual([
      'magic %%autograph', 'option -s', 'value code', 'value graph', 'value notes', 'name f'
    ]);
  });

  it('are marked where the magic refuses them', () => {
    expect(read('%%autograph --qiet --show code,grap -x --tb long')).toEqual([
      'magic %%autograph', 'unknown --qiet', 'option --show', 'value code', 'unknown grap', 'unknown -x', 'option --tb', 'unknown long'
    ]);
    expect(read('%%autograph --sho=code')).toEqual(['magic %%autograph', 'unknown --sho']);
  });

  it('may end in an open quote', () => {
    expect(read("%%autograph --entry 'f(1")).toEqual(['magic %%autograph', 'option --entry', "string 'f(1"]);
  });

  it('are none on other lines', () => {
    expect(tokens('%%time --show code')).toEqual([]);
    expect(tokens('%%autographs')).toEqual([]);
    expect(tokens('x = "%%autograph"')).toEqual([]);
  });
});
