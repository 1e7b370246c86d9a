import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizedScore } from '../../../src/scheduler/scores/normalization.js';

it('is the share of the highest score in integers of any size that a number has', () => {
  const scores = fc
    .tuple(fc.maxSafeNat(), fc.maxSafeNat(), fc.nat(52))
    .map(([a, b, bits]) => [a, b].map((each) => Math.floor(each / 2 ** bits)));
  fc.assert(
    fc.property(scores, ([left = 0, right = 0]) => {
      const [score, highest] = [Math.min(left, right), Math.max(left, right, 1)];
      const share = Number((100n * BigInt(score)) / BigInt(highest));
      expect(normalizedScore(score, highest, 'highest-is-best')).toBe(share);
      expect(normalizedScore(score, highest, 'lowest-is-best')).toBe(100 - share);
      expect(normalizedScore(score, highest, 'none')).toBe(score);
    }),
    { numRuns: 2000 },
  );
});
