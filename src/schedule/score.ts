// Scores of nodes: what the scheduler gives for the alternatives that a prioritized list got (KEP-4816).
// Source: computeScore and DefaultNormalizeScore of the scheduler's DynamicResources plugin, 1.37.

import type { ResourceClaim } from '../api/resource-claim.js';

/** The first of at most eight subrequests scores 8, the eighth 1. */
const MAX_SUBREQUESTS = 8;

/** The highest score of a node after normalisation. */
const MAX_NODE_SCORE = 100;

/** What the score needs of an allocation, stored or new: to which requests its devices went. */
export interface ScoredAllocation {
  readonly results: readonly { readonly request: string }[];
}

function scoreOfClaim(claim: ResourceClaim, allocation: ScoredAllocation): number {
  const taken = new Set(allocation.results.map((result) => result.request));
  let score = 0;
  for (const request of claim.spec.devices.requests) {
    if (request.exactly !== undefined) continue;
    for (const [index, subrequest] of request.firstAvailable.entries()) {
      if (taken.has(`${request.name}/${subrequest.name}`)) score += MAX_SUBREQUESTS - index;
    }
  }
  return score;
}

/**
 * The score of a node for the claims of one pod, given the allocation of each claim on that node, in the order of the claims.
 * Claims allocated before count by what they got; when all of them were, the score is 0.
 */
export function scoreNode(claims: readonly ResourceClaim[], allocations: readonly ScoredAllocation[]): number {
  if (claims.every((claim) => claim.status.allocation !== undefined)) return 0;
  let score = 0;
  for (const [index, claim] of claims.entries()) {
    const allocation = claim.status.allocation ?? allocations[index];
    if (allocation !== undefined) score += scoreOfClaim(claim, allocation);
  }
  return score;
}

/** `100 * score / max` for each score, in integers; all zero stays zero. */
export function normalizeScores(scores: Iterable<number>): number[] {
  const all = [...scores];
  const max = all.reduce((highest, score) => Math.max(highest, score), 0);
  return max === 0 ? all : all.map((score) => Math.floor((MAX_NODE_SCORE * score) / max));
}
