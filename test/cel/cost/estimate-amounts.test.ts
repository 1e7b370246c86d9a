import { describe, expect, it } from 'vitest';
import {
  add,
  addSizes,
  exactly,
  MAX_AMOUNT,
  multiply,
  multiplySizes,
  scale,
  UNKNOWN_SIZE,
  union,
  wrapped,
} from '../../../src/cel/cost/estimate-amounts.js';

describe('amounts', () => {
  it('saturate when they are added or multiplied', () => {
    expect(add(MAX_AMOUNT, 1n)).toBe(MAX_AMOUNT);
    expect(add(1n, 2n, 3n)).toBe(6n);
    expect(multiply(2n ** 63n, 2n)).toBe(MAX_AMOUNT);
    expect(multiply(2n ** 63n, 1n)).toBe(2n ** 63n);
  });

  it('are rounded up when a factor makes them fractions', () => {
    expect(scale(64n, 0.1)).toBe(7n);
    expect(scale(0n, 0.1)).toBe(0n);
    expect(scale(MAX_AMOUNT, 2)).toBe(MAX_AMOUNT);
    // The product in floating point, as in the reference.
    expect(scale(MAX_AMOUNT, 0.1)).toBe(1844674407370955264n);
  });

  it('wrap around where the reference does not look', () => {
    expect(wrapped(MAX_AMOUNT * 2n + 2n)).toBe(0n);
    expect(wrapped(-1n)).toBe(MAX_AMOUNT);
  });
});

describe('sizes', () => {
  it('are added and multiplied at both ends', () => {
    expect(addSizes({ min: 1n, max: 2n }, exactly(3n))).toEqual({ min: 4n, max: 5n });
    expect(multiplySizes({ min: 1n, max: 2n }, exactly(3n))).toEqual({ min: 3n, max: 6n });
    expect(addSizes(UNKNOWN_SIZE, exactly(3n))).toEqual({ min: 3n, max: MAX_AMOUNT });
  });

  it('are joined to the range that holds both', () => {
    expect(union({ min: 2n, max: 3n }, { min: 1n, max: 2n })).toEqual({ min: 1n, max: 3n });
  });
});
