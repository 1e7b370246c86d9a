import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/core/base/random.js';
import { exponential, fraction, naturalLog, uniform } from '../../src/planning/draws.js';

describe('draws', () => {
  it('take logarithms as exactly as doubles allow', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), (numerator) => {
        const value = numerator / 2 ** 32;
        expect(Math.abs(naturalLog(value) - Math.log(value))).toBeLessThanOrEqual(1e-14 * Math.max(1, -Math.log(value)));
      }),
    );
    expect(naturalLog(1)).toBeCloseTo(0, 15);
  });

  it('lie where they have to', () => {
    const random = new Random(1);
    for (let count = 0; count < 1000; count++) {
      expect(exponential(random, 5)).toBeGreaterThanOrEqual(0);
      expect(uniform(random, 2, 3)).toBeGreaterThanOrEqual(2);
      expect(fraction(random)).toBeLessThan(1);
    }
  });
});
