// Builds the questions of `explain` for a pod, node by node: the rejections of the scheduler's filters, and the claims of the pod there.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import { ClaimSet } from '../cluster/claims.js';
import type { ClusterAttempt } from '../cluster/cluster-attempt.js';
import type { Node } from '../core/api/node.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { ClaimsOnNode, PodOnNode } from '../explain/suggest/pod-trial.js';
import type { ClaimRules } from '../placement/claim-rules.js';
import { NO_PARTS, type Parts, partsOf } from '../placement/device-questions.js';
import type { PodQuestion } from '../placement/filtered-pod.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { withResourceAdvice } from '../scheduler/pods/extended-demand.js';
import { scoringFailure } from '../scheduler/scores/scoring-failure.js';
import type { NodeQuestion } from './explain-nodes.js';

/** Returns the claims of a pod on every node of the call, including nodes that filters reject. */
export function* explainedParts({ claims, nodes: { infos } }: PodQuestion, checkpoint: Checkpoint): Incremental<Parts> {
  if (claims.found.problem !== undefined) return NO_PARTS;
  const nodes = yield* mapping(infos.toArray(), ({ node }) => node, checkpoint);
  return yield* partsOf(claims, { nodes, count: nodes.length }, nodes.length, checkpoint);
}

/**
 * Returns the questions about the nodes of a call, in their order. The attempts are made before the first pause, so that they
 * belong to one state.
 */
export function* podNodeQuestions(
  { query, refusals: podRejections, nodes, claims: { found } }: PodQuestion,
  { parts, refused: rejectionByNode }: Parts,
  attemptOf: (claims: ClaimSet) => ClusterAttempt,
  claimRules: ClaimRules,
  podOn: (info: NodeInfo, ofClaims: ClaimsOnNode, checkpoint: Checkpoint) => Incremental<PodOnNode>,
  checkpoint: Checkpoint,
): Incremental<readonly NodeQuestion[]> {
  const attempts = parts.map(({ claims, on, unbound }) => {
    const attempt = attemptOf(claims);
    const check = claimRules.countsNodeAllocatable ? claimRules.roomCheck(query.pod, attempt.currentClaims) : undefined;
    return { nodes: on.nodes, attempt, check, unbound };
  });
  const byNode = new Map<Node, Omit<(typeof attempts)[number], 'nodes'>>();
  for (const { nodes: ofPart, ...part } of attempts) {
    for (const node of ofPart) {
      byNode.set(node, part);
      if (checkpoint.due()) yield;
    }
  }
  const questionOf = (info: NodeInfo, place: number): NodeQuestion => {
    const { node } = info;
    const { before, after } = nodes.reasons.at(place);
    const part = byNode.get(node);
    const ofClaims = rejectionByNode.get(node.metadata.name);
    const { check, unbound } = part ?? {};
    const rejectionsWith = (allocations: readonly AllocationResult[]): readonly Rejection[] =>
      firstOf(check?.rejectionsOn(info, allocations) ?? [], after, unbound === undefined ? [] : [unbound]);
    return {
      node,
      attempt: part?.attempt,
      // The claim rejection names the cause, while the filter reports only an insufficient amount.
      rejections: firstOf(
        podRejections,
        ofClaims === undefined ? [] : [{ code: ofClaims.code, message: withResourceAdvice(ofClaims.detail ?? ofClaims.message) }],
        before,
      ),
      failsScoring: part === undefined ? undefined : scoringFailure(part.attempt.currentClaims),
      ...(check === undefined && after.length === 0 && unbound === undefined ? {} : { rejectionsWith }),
      podOn: (podCheckpoint) => podOn(info, { claimRules, perNode: found.perNode, quotaRejection: found.quotaRejection }, podCheckpoint),
      ...(found.problem === undefined ? { editAttempt: () => attemptOf(new ClaimSet(found.claims)) } : {}),
    };
  };
  return yield* mapping(nodes.infos.toArray(), questionOf, checkpoint);
}

/** Returns the first list that is not empty, because later checks do not run then. */
function firstOf(...reasons: readonly (readonly Rejection[])[]): readonly Rejection[] {
  return reasons.find(({ length }) => length > 0) ?? [];
}
