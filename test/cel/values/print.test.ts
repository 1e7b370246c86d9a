import { expect, it } from 'vitest';
import { Duration } from '../../../src/cel/values/duration.js';
import { goText } from '../../../src/cel/values/print.js';
import { Timestamp } from '../../../src/cel/values/timestamp.js';
import { CelMap, NONE, Optional, TypeValue, Uint, type Value } from '../../../src/cel/values/values.js';

it.each<[Value, string]>([
  ['a', 'a'],
  [1e21, '1e+21'],
  [null, '0'],
  [new Uint(3n), '3'],
  [Uint8Array.of(97, 98), '[97 98]'],
  [[1n, ['a']], '[1, [a]]'],
  [new CelMap([['a', 1n]]), '{a: 1}'],
  [new Optional(1n), 'optional(1)'],
  [NONE, 'optional.none()'],
  [new TypeValue('list'), 'list(dyn)'],
  [new Duration(5_400_000_000_000n), '1h30m0s'],
  [new Duration(-1_500n), '-1.5\u00b5s'],
  [new Duration(0n), '0s'],
  [new Timestamp(0n, 500_000_000, 5_400), '1970-01-01 01:30:00.5 +0130 +0130'],
  [new Timestamp(0n), '1970-01-01 00:00:00 +0000 UTC'],
])('goText of %o is %s', (value, text) => {
  expect(goText(value)).toBe(text);
});

it('goText ends, even for a list that holds itself many times over', () => {
  let list: Value = [1n];
  for (let depth = 0; depth < 60; depth += 1) list = [list, list];
  expect(goText(list).length).toBeLessThan(1_100);
});
