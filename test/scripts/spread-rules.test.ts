import { expect, it } from 'vitest';
import { checkSpreads } from '../../scripts/spread-rules.mjs';

const linesOf = (text: string): readonly number[] => checkSpreads('src/a.ts', text).map(({ line }) => line);

it.each([
  'list.push(...others);',
  'Math.max(0, ...others);',
  'f(...others, 1);',
  'f(...g(others));',
  'f(...(others as [A]));',
  'new F(...others);',
  'String.fromCharCode(...others);',
  'all.concat(...others);',
  'Math.max.apply(Math, others);',
  'list.push.apply(list, others);',
  'Reflect.apply(f, undefined, others);',
  'const f = (...rest: A[]) => 1;\ng(...rest);',
  'function f(list: A[]) { g(...list); }',
])('%j spreads a list of any length', (text) => {
  expect(linesOf(text)).toHaveLength(1);
});

it.each([
  'f([...others]);',
  'f({ ...others });',
  'new Set([...others]);',
  'f(...LIST);',
  'function f(...rest: A[]) { return () => g(1, ...rest); }',
  'class A { f(...rest: A[]) { g(...rest); } }',
  'world.owners.apply(others, lifetime);',
])('%j does not', (text) => {
  expect(linesOf(text)).toEqual([]);
});

it('a finding names the line of the call', () => {
  expect(checkSpreads('src/a.tsx', 'const a = <div />;\n\nf(...a);')).toMatchObject([{ file: 'src/a.tsx', line: 3 }]);
});
