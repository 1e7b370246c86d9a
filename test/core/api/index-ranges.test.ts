import { expect, test } from 'vitest';
import { indexRanges } from '../../../src/core/api/index-ranges.js';

test('indices are counted once, and left out', () => {
  const ranges = indexRanges('7,0-2,1,3,9-2147483647');
  expect(ranges.count).toBe(5 + 2147483647 - 8);
  expect([0, 3, 4, 6, 7, 8, 9].map((index) => ranges.firstFrom(index))).toEqual([4, 4, 4, 6, 8, 8, 2147483648]);
});

test('what are no indices is left out', () => {
  const ranges = indexRanges(',x,3-1,-2,1-,99999999999,2147483648,1e3, 5,4');
  expect([ranges.count, ranges.firstFrom(4), ranges.firstFrom(0)]).toEqual([1, 5, 0]);
  expect(indexRanges('').count).toBe(0);
});
