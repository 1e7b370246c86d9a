import { describe, expect, it } from 'vitest';
import { formatSelector } from '../../../../src/apps/cli/print/cel.js';
import type { ReadValue } from '../../../../src/cel/help/trials.js';
import { withoutStyles } from '../../../../src/core/base/styled-text.js';

function cellOf(read: readonly ReadValue[], output: 'table' | 'wide'): string {
  const trial = { driver: 'd', pool: 'p', device: 'x', matches: true, cost: 1, read };
  const report = { expression: 'true', environment: 'stored' as const, maxCost: 1n, notes: [], trials: [trial] };
  const text = withoutStyles(formatSelector(report, { output, headings: true }));
  return text.split('\n')[1]?.replace(/^d +p +x +true +1 +/, '') ?? '';
}

const attribute = (shortName: string, value?: ReadValue['value']): ReadValue => ({
  kind: 'attribute',
  name: `d/${shortName}`,
  shortName,
  ...(value === undefined ? {} : { value }),
});

describe('what was read is printed', () => {
  it.each([
    ['a text in quotes', { string: 'a b' }, 'x="a b"'],
    ['a version without', { version: '1.2.3' }, 'x=1.2.3'],
    ['an integer', { int: 12n }, 'x=12'],
    ['a bool', { bool: false }, 'x=false'],
    ['texts', { strings: ['a', 'b'] }, 'x=["a", "b"]'],
    ['versions', { versions: ['1.0.0'] }, 'x=[1.0.0]'],
    ['integers', { ints: [1n, 2n] }, 'x=[1, 2]'],
    ['bools', { bools: [true] }, 'x=[true]'],
    ['an attribute without value', {}, 'x=<no value>'],
    ['a capacity', '1Gi', 'x=1Gi'],
    ['nothing', undefined, 'x=<none>'],
  ])('%s', (_what, value, text) => {
    expect(cellOf([attribute('x', value)], 'table')).toBe(text);
  });

  it('shortly in a table, and whole in a wide one', () => {
    const long = attribute('x', { string: 'y'.repeat(60) });
    expect(cellOf([long], 'table')).toBe(`x="${'y'.repeat(36)}...`);
    expect(cellOf([long], 'wide')).toBe(`x="${'y'.repeat(60)}"`);
    const many = ['a', 'b', 'c', 'e', 'f'].map((name) => attribute(name, { int: 1n }));
    expect(cellOf(many, 'table')).toBe('a=1, b=1, c=1, e=1, and 1 more');
    expect(cellOf(many, 'wide')).toBe('a=1, b=1, c=1, e=1, f=1');
  });
});

it('has a column for errors in a wide table, if there are any', () => {
  const trial = { driver: 'd', pool: 'p', device: 'x', error: 'no such overload', cost: 1, read: [] };
  const report = { expression: 'true', environment: 'stored', maxCost: 1n, notes: [], trials: [trial] } as const;
  expect(withoutStyles(formatSelector(report, { output: 'wide', headings: true }))).toBe(
    'DRIVER   POOL   DEVICE   RESULT   COST   READ   ERROR\nd        p      x        error    1      -      no such overload\n',
  );
  expect(formatSelector(report, { output: 'table', headings: true })).not.toContain('no such overload');
});

it.each([
  [9007199254740991n, '"maxCost": 9007199254740991,'],
  [9007199254740992n, '"maxCost": "9007199254740992",'],
  [18446744073709551615n, '"maxCost": "18446744073709551615",'],
])('prints a cost of %s so that readers of JSON keep it', (maxCost, text) => {
  expect(
    formatSelector({ expression: 'true', environment: 'new', maxCost, notes: [], trials: [] }, { output: 'json', headings: true }),
  ).toContain(text);
});

it('has notes and the rejection in the document', () => {
  const report = { expression: 'true', environment: 'new', maxCost: 1n, notes: ['a', 'b'], refusal: 'too complex', trials: [] } as const;
  expect(formatSelector(report, { output: 'yaml', headings: true })).toContain('notes:\n- a\n- b\nrefusal: too complex\n');
});
