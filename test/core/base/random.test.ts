import { expect, it } from 'vitest';
import { Random } from '../../../src/core/base/random.js';

it('gives the same numbers for a seed, within their bounds, and others for another', () => {
  const numbers = (seed: number): readonly number[] => {
    const random = new Random(seed);
    return Array.from({ length: 1000 }, () => random.below(10));
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
  expect(new Set(numbers(1))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  expect([...new Random(3).shuffled([1, 2, 3, 4])].sort()).toEqual([1, 2, 3, 4]);
  expect(new Random(3).uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
