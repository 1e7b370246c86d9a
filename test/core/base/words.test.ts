import { expect, it } from 'vitest';
import { count, shorten, some } from '../../../src/core/base/words.js';

it('counts things', () => {
  expect([count(0, 'device'), count(1, 'device'), count(2n, 'device')]).toEqual(['0 devices', '1 device', '2 devices']);
});

it('names the first of many', () => {
  expect(some(['a', 'b'], 2)).toBe('a, b');
  expect(some(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  expect(some(['a', 'b', 'c', 'd'], 2, ',')).toBe('a,b and 2 more');
});

it('cuts texts that are too long', () => {
  expect([shorten('abc', 3), shorten('abcd', 3)]).toEqual(['abc', 'abc...']);
});
