import { expect, it } from 'vitest';
import { formatDouble, parseDouble } from '../../../src/cel/library/doubles.js';

it.each([
  ['1_000', 1_000],
  ['-.5e1', -5],
  ['Inf', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
  ['0x1.8p1', 3],
  ['0X_1P-1074', 5e-324],
  ['0x1p-1075', 0],
  ['0x1.8p-1075', 5e-324],
  ['0x20000000000003p0', 9_007_199_254_740_996],
  ['-0x0p0', -0],
])('parseDouble reads %s', (text, value) => {
  expect(parseDouble(text)).toBe(value);
});

it.each(['', '1__0', '_1', '1e', '0x1', '0xp1', '1e400', '0x1p1024', ' 1', '+nan'])('parseDouble rejects %j', (text) => {
  expect(parseDouble(text)).toBeUndefined();
});

it.each([
  [1e6, '1e+06'],
  [123_456, '123456'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-0, '-0'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
])('formatDouble writes %d', (value, text) => {
  expect(formatDouble(value)).toBe(text);
});
