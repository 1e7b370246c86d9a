// Questions of `explain` for a pod, node by node: the reasons of the scheduler's filters, and the claims that the pod has there.

import type { Checkpoint } from '../../base/checkpoint.js';
import type { AllocationResult } from '../../decode/allocation-result.js';
import type { NodeInfo } from '../../filters/node-info.js';
import type { PodOnNode } from '../../suggest/pod-trial.js';
import { ClaimSet } from '../claims.js';
import type { ClusterAttempt } from '../cluster-attempt.js';
import type { NodeQuestion } from '../explain-nodes.js';
import { NO_PARTS, type Parts, partsOf } from './device-questions.js';
import type { NodeAllocatableCheck } from './node-allocatable-check.js';
import type { PodQuestion } from './pod-questions.js';

/** The claims that a pod has on the nodes that it was asked about, also on those that filters reject. */
export function explainedParts({ claims, nodes: { infos } }: PodQuestion, checkpoint: Checkpoint): Parts {
  if (claims.found.problem !== undefined) return NO_PARTS;
  const nodes = checkpoint.keep(() => infos.toArray().map(({ node }) => node));
  return partsOf(claims, { nodes, count: nodes.length }, nodes.length, checkpoint);
}

/** The questions about the nodes that a pod was asked about, in their order. */
export function podNodeQuestions(
  { refusals, nodes, claims: { found } }: PodQuestion,
  { parts, refused }: Parts,
  attemptOf: (claims: ClaimSet) => ClusterAttempt,
  checkOf: (attempt: ClusterAttempt) => NodeAllocatableCheck | undefined,
  podOn: (info: NodeInfo, ofClaims: Pick<PodOnNode, 'perNode' | 'lacks'>, checkpoint: Checkpoint) => PodOnNode,
): readonly NodeQuestion[] {
  const byNode = new Map(
    parts.flatMap((part) => {
      const attempt = attemptOf(part.claims);
      const check = checkOf(attempt);
      return part.on.nodes.map((node) => [node, { attempt, check, unbound: part.unbound }] as const);
    }),
  );
  return nodes.infos.toArray().map((info, place): NodeQuestion => {
    const { node } = info;
    const { before, after } = nodes.reasons.at(place);
    const part = byNode.get(node);
    const last = refused.get(node.metadata.name) ?? part?.unbound;
    const reasons = [refusals, before, after, last === undefined ? [] : [last]];
    const rejections = reasons.find(({ length }) => length > 0) ?? [];
    const { check } = part ?? {};
    const roomFor = check && ((allocations: readonly AllocationResult[]) => check.rejectionsOn(info, allocations));
    const lacks: PodOnNode['lacks'] = check && ((on, claims, allocations) => check.for(on.pod, claims).rejectionsOn(on.info, allocations));
    return {
      node,
      attempt: part?.attempt,
      rejections,
      ...(roomFor === undefined ? {} : { roomFor }),
      podOn: (own) => podOn(info, { lacks, perNode: found.perNode }, own),
      ...(found.problem === undefined ? { ownAttempt: () => attemptOf(new ClaimSet(found.claims)) } : {}),
    };
  });
}
