import { expect, it } from 'vitest';
import { append, largestOf, moveToFront, smallestOf } from '../../../src/core/base/lists.js';

/** More items than the engine lets a call have arguments. */
const LONG = Array.from({ length: 1_000_000 }, (_, index) => index - 500_000);

it('appends, and finds the largest and smallest, in lists longer than arguments may be', () => {
  const list = [7];
  append(list, LONG);
  expect([list.length, list[0], list[1], list.at(-1)]).toEqual([1_000_001, 7, -500_000, 499_999]);
  expect([largestOf(LONG), smallestOf(LONG)]).toEqual([499_999, -500_000]);
});

it('the largest is the floor, and the smallest the ceiling, where no number is beyond it', () => {
  expect([largestOf([], 3), largestOf([1, 2], 3), largestOf([4], 3)]).toEqual([3, 3, 4]);
  expect([smallestOf([], 3), smallestOf([4], 3), smallestOf([1, 2], 3)]).toEqual([3, 3, 1]);
  expect([largestOf([]), smallestOf([])]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

it('moves an item to the front', () => {
  const list = ['a', 'b', 'c'];
  moveToFront(list, 2);
  expect(list).toEqual(['c', 'a', 'b']);
  moveToFront(list, 5);
  expect(list).toEqual(['c', 'a', 'b']);
});
