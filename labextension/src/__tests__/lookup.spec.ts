import { describe, expect, it } from 'vitest';
import { Report } from '../data';
import { argumentsOf, exploring, functionAt, generatedOf, lookUp } from '../plugin/lookup';
import { REPORT, SIDE, STAGED } from './sample';

const CELL = STAGED.source.map(line => line.text).join('\n');
const keys = (report: Report, text: string, at: number): number[] => lookUp(report, text, at).map(each => each.line.key);

describe('a line of a cell', () => {
  it('is found by its number and text', () => {
    expect(keys(REPORT, CELL, 1)[0]).toBe(1);
    expect(lookUp(REPORT, CELL, 2)[0]).toMatchObject({ side: 0, function: 0, line: { number: 3 } });
  });

  it('is found on each back end', () => {
    const beside = { ...REPORT, sides: [SIDE, { ...SIDE, backend: 'lantern' }] };
    expect(lookUp(beside, CELL, 1).map(each => [each.side, each.of.backend])).toEqual([
      [0, 'tensorflow'],
      [1, 'lantern']
    ]);
  });

  it('counts from the first line that is not blank, as the shell does, and without the indent of the cell', () => {
    expect(keys(REPORT, `\n \n${CELL}`, 3)[0]).toBe(1);
    expect(keys(REPORT, CELL.replaceAll(/^/gm, '  '), 1)[0]).toBe(1);
  });

  it('is found where it moved to, if its text is the only such one', () => {
    expect(keys(REPORT, `import math\n${CELL}`, 2)[0]).toBe(1);
    expect(keys(REPORT, `import math\n${CELL}\n        steps += 1`, 4)).toEqual([]);
  });

  it('is not found once it was changed, or where it is blank', () => {
    expect(keys(REPORT, CELL.replace('n > 1', 'n > 2'), 1)).toEqual([]);
    expect(keys(REPORT, `${CELL}\n\n`, 5)).toEqual([]);
    expect(keys(REPORT, CELL, 99)).toEqual([]);
  });

  it('has generated code', () => {
    expect(generatedOf(STAGED, 2)).toEqual(['n = n // 2']);
    const code = ['    if x:', '        y'].map(text => ({ text, key: 2, scaffold: false }));
    expect(generatedOf({ ...STAGED, generated: code }, 2)).toEqual(['if x:', '    y']);
    expect(generatedOf(STAGED, 99)).toEqual([]);
  });
});

describe('the function at a cursor', () => {
  const text = '@tf.function\ndef f(x):\n    def inner(y):\n        return y\n    return inner(x)\n\ndef g(\n    a,\n):\n    return f(a)\n\ng(1)\nprint(2)';
  it.each([
    [1, 5, 'f'],
    [3, 10, 'f'],
    [4, 14, 'inner'],
    [9, 4, 'g'],
    [9, 12, 'f'],
    [11, 1, 'g'],
    [12, 2, null]
  ])('at %i:%i is %s', (line, column, name) => {
    expect(functionAt(text, line, column)).toBe(name);
  });
});

describe('the cell that explores a function', () => {
  const called = (call: string): Report => ({ ...REPORT, sides: [{ ...SIDE, run: { ...SIDE.run!, call } }] });

  it('has the arguments of the call that was shown', () => {
    expect(argumentsOf(called('f(tf.constant(7), verbose=False)'), 'f')).toBe('tf.constant(7), verbose=False');
    expect(argumentsOf(called("f(')')"), 'f')).toBe("')'");
    expect(exploring('f', 'tf.constant(7)')).toContain('ag_notebook.explore(f, tf.constant(7))');
  });

  it('has none where the call is another one', () => {
    for (const call of ['f(1) + g(2)', 'f(1)(2)', 'ff(1)', 'g(f(1))', 'f(1, …)', '']) {
      expect(argumentsOf(called(call), 'f')).toBeNull();
    }
    expect(argumentsOf(null, 'f')).toBeNull();
    expect(exploring('f', null)).toContain('ag_notebook.explore(f)');
    expect(exploring('f', '')).toContain('ag_notebook.explore(f)');
  });
});
