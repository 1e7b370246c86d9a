// The way from the scores of a plugin for all nodes to scores from 0 to 100. Source: DefaultNormalizeScore of the scheduler's framework, Kubernetes 1.37.1.

import type { Normalization } from './score.js';
import { MAX_NODE_SCORE } from './score.js';

/** Up to here a share is exact as a number: the quotient, where it is no integer, is further from the next one than half of the distance of two numbers. */
const MOST_EXACT = 2 ** 46;

/** A score by the highest one, 0 at least, of all nodes. Where all are zero they stay so, which is the best where the lowest is. */
export function normalizedScore(score: number, highest: number, normalization: Normalization): number {
  if (normalization === 'none') return score;
  const isReversed = normalization === 'lowest-is-best';
  if (highest === 0) return isReversed ? MAX_NODE_SCORE : score;
  const share =
    highest <= MOST_EXACT
      ? Math.trunc((MAX_NODE_SCORE * score) / highest)
      : Number((BigInt(MAX_NODE_SCORE) * BigInt(score)) / BigInt(highest));
  return isReversed ? MAX_NODE_SCORE - share : share;
}
