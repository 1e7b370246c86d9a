import { expect, test } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { cases } from '../../support/extent.js';
import { compareOneByOne, compareOptimum } from './compare.js';

const allocator = await createAllocator();
const seeds = Array.from({ length: cases(15, 60) }, (_, index) => index + 1);

test('fit places as the one-shot allocator and the filters do, pod by pod', () => {
  const placed = seeds.map((seed) => compareOneByOne(allocator, seed));
  expect(placed.filter((count) => count > 2).length).toBeGreaterThan(cases(3, 15));
  expect(placed).toContain(0);
});

test('the optimum is the most of all placements', () => {
  const exact = seeds.filter((seed) => compareOptimum(allocator, seed));
  expect(exact.length).toBeGreaterThan(cases(9, 40));
  expect(exact.length).toBeLessThan(seeds.length);
});
