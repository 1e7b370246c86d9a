import { expect, it } from 'vitest';
import { inclusiveComparisons } from '../../../../src/explain/suggest/edits/strict-comparisons.js';

function rewritten(expression: string): readonly string[] {
  return inclusiveComparisons(expression).map(({ start, end, text }) => expression.slice(0, start) + text + expression.slice(end));
}

it.each<[string, readonly string[]]>([
  ['a > 40', ['a >= 40']],
  ['a < -1 && b > 2', ['a <= -1 && b > 2', 'a < -1 && b >= 2']],
  ['a.compareTo(quantity("40Gi")) > 0', ['a.compareTo(quantity("40Gi")) >= 0']],
  ['a.isGreaterThan(quantity("40Gi"))', ['a.compareTo(quantity("40Gi")) >= 0']],
  ["a . isLessThan( semver('1.2', true) ) || b", ["a .compareTo(semver('1.2', true)) <= 0 || b"]],
  ['a >= 40 || b <= 3 || c == 1 || d != 2', []],
  ['name == "a > 40" && b.matches(\'x.isLessThan(quantity("1"))\')', []],
  ['a > b', []],
  ['"not closed > 4', ['"not closed >= 4']],
])('%s', (expression, expected) => {
  expect(rewritten(expression)).toEqual(expected);
});
