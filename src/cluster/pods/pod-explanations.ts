// Questions of `explain` for a pod, node by node: the reasons of the scheduler's filters, and the claims that the pod has there.

import type { Attempt } from '../../evaluate/attempt.js';
import type { ClaimSet } from '../claims.js';
import type { NodeQuestion } from '../explain-nodes.js';
import { NO_PARTS, partsOf } from './device-questions.js';
import type { PodQuestion } from './pod-questions.js';

/** The questions about the nodes that a pod was asked about, in their order. Devices are looked at on nodes that filters reject as well. */
export function podNodeQuestions(question: PodQuestion, attemptOf: (claims: ClaimSet) => Attempt): readonly NodeQuestion[] {
  const { claims, refusals } = question;
  const verdicts = question.nodes.verdicts.toArray();
  const nodes = verdicts.map(({ info }) => info.node);
  const all = { nodes, count: nodes.length };
  const { parts, refused } = claims.found.problem === undefined ? partsOf(claims, all, nodes.length) : NO_PARTS;
  const byNode = new Map(
    parts.flatMap((part) => {
      const attempt = attemptOf(part.claims);
      return part.on.nodes.map((node) => [node, { attempt, unbound: part.unbound }] as const);
    }),
  );
  return verdicts.map(({ info: { node }, before, after }): NodeQuestion => {
    const part = byNode.get(node);
    const last = refused.get(node.metadata.name) ?? part?.unbound;
    const reasons = [refusals, before, after, last === undefined ? [] : [last]];
    return { node, attempt: part?.attempt, rejections: reasons.find(({ length }) => length > 0) ?? [] };
  });
}
