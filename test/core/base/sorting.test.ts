import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../src/core/base/byte-order.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { inSlices } from '../../../src/core/base/incremental.js';
import { sorting } from '../../../src/core/base/sorting.js';

describe('sorting in increments', () => {
  it.each([0, 1, 32, 33, 5001])('gives %i items in order as a new list, with and without pauses', async (length) => {
    const names = Array.from({ length }, (_, index) => `node-${(index * 7919) % 10_007}`);
    const expected = [...names].sort(compareBytes);
    expect(sorting(names, compareBytes, new Checkpoint()).next()).toEqual({ done: true, value: expected });
    const checkpoint = new Checkpoint();
    const begin = checkpoint.beginSlice.bind(checkpoint);
    checkpoint.beginSlice = () => begin(0);
    let pauses = 0;
    const yieldNow = async (): Promise<void> => {
      pauses++;
    };
    expect(await inSlices(checkpoint, sorting(new Set(names), compareBytes, checkpoint), yieldNow)).toEqual(expected);
    expect(pauses > 0).toBe(length > 32);
  });
});
