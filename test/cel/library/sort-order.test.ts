import { describe, expect, it } from 'vitest';
import { sortedOrder } from '../../../src/cel/library/sort-order.js';
import { Frame } from '../../../src/cel/run/frame.js';

const order = (keys: readonly number[]): readonly number[] => sortedOrder(new Frame(null), keys);

describe('sortedOrder', () => {
  it('keeps the order of equal keys in short lists', () => {
    expect(order([2, 1, 2, 1, 1])).toEqual([1, 3, 4, 0, 2]);
  });

  it('has the order of Go for equal keys in long lists', () => {
    const keys = Array.from({ length: 20 }, (_, at) => (at * 7) % 3);
    expect(order(keys)).toEqual([9, 18, 15, 3, 12, 0, 6, 10, 7, 4, 13, 16, 1, 19, 8, 5, 11, 14, 2, 17]);
  });

  it.each([0, 1, 12, 13, 49, 50, 51, 500, 3_000])('sorts %i keys, whatever their order was', (length) => {
    for (const key of [(at: number) => at, (at: number) => -at, (at: number) => (at * 7_919) % 1_009, (at: number) => at % 4]) {
      const keys = Array.from({ length }, (_, at) => key(at));
      const sorted = order(keys);
      expect(sorted.map((at) => keys[at])).toEqual(keys.toSorted((a, b) => a - b));
      expect(new Set(sorted).size).toBe(length);
    }
  });

  it('ends for keys without an order', () => {
    expect(new Set(order(new Array(200).fill(Number.NaN))).size).toBe(200);
  });
});
