// Normalizes the scores of a plugin to 0 to 100. Source: DefaultNormalizeScore of the scheduler's framework, Kubernetes 1.37.1.

import type { Normalization } from './score.js';
import { MAX_NODE_SCORE } from './score.js';

/**
 * Shares of scores up to this one are exact numbers. Quotients that are not integers differ from the next integer by more than
 * the rounding error.
 */
const MOST_EXACT = 2 ** 46;

/**
 * Returns a score relative to the highest score of all nodes, never below zero. If all scores are zero, they stay zero, or
 * become 100 if the lowest is best.
 */
export function normalizedScore(score: number, highest: number, normalization: Normalization): number {
  if (normalization === 'none') return score;
  const isReversed = normalization === 'lowest-is-best';
  if (highest === 0) return isReversed ? MAX_NODE_SCORE : score;
  const share = shareOf(score, highest);
  return isReversed ? MAX_NODE_SCORE - share : share;
}

/** Returns the share of a whole, from 0 to 100. Requires: the part is not greater. */
export function shareOf(part: number, whole: number): number {
  return whole <= MOST_EXACT
    ? Math.trunc((MAX_NODE_SCORE * part) / whole)
    : Number((BigInt(MAX_NODE_SCORE) * BigInt(part)) / BigInt(whole));
}
