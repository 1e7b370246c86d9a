import { expect, it } from 'vitest';
import { inInt64, inUint64, jsonInteger, MAX_INT64, MAX_UINT64, MIN_INT64, parseInt64 } from '../../../src/core/base/integers.js';

it('reports what fits into 64 bits', () => {
  expect([MIN_INT64 - 1n, MIN_INT64, MAX_INT64, MAX_INT64 + 1n].map(inInt64)).toEqual([false, true, true, false]);
  expect([-1n, 0n, MAX_UINT64, MAX_UINT64 + 1n].map(inUint64)).toEqual([false, true, true, false]);
});

it.each([
  ['0', 0n],
  ['+7', 7n],
  ['-0007', -7n],
  ['-', 'syntax'],
  ['', 'syntax'],
  ['1.0', 'syntax'],
  ['000', 0n],
  ['9223372036854775807', MAX_INT64],
  ['9223372036854775808', 'range'],
  ['-9223372036854775808', MIN_INT64],
  ['-9223372036854775809', 'range'],
  [`1${'0'.repeat(100_000)}`, 'range'],
])('reads %s as Go does', (text, value) => {
  expect(parseInt64(text)).toBe(value);
});

it('gives a number where one is exact', () => {
  expect([1n, 2n ** 53n - 1n, 2n ** 53n].map(jsonInteger)).toEqual([1, 2 ** 53 - 1, 2n ** 53n]);
});
