// Questions of `explain` for a pod, node by node: the reasons of the scheduler's filters, and the claims that the pod has there.

import type { Attempt } from '../../evaluate/attempt.js';
import type { Rejection } from '../../filters/filter.js';
import type { ClaimSet } from '../claims.js';
import type { NodeQuestion } from '../explain-nodes.js';
import { partsOf } from './device-questions.js';
import type { PodQuestion } from './pod-questions.js';

/** The questions about the nodes that a pod was asked about, in their order. Devices are looked at on nodes that filters reject as well. */
export function podNodeQuestions(question: PodQuestion, attemptOf: (claims: ClaimSet) => Attempt): readonly NodeQuestion[] {
  const { asked, found, refusals, unbound } = question;
  const nodes = asked.nodes.map(({ node }) => node);
  const { parts, refused } =
    found.problem === undefined ? partsOf(found, nodes, unbound, nodes.length) : { parts: [], refused: new Map<string, Rejection>() };
  const byNode = new Map(
    parts.flatMap((part) => {
      const attempt = attemptOf(part.claims);
      return part.nodes.map((node) => [node, { attempt, unbound: part.unbound }] as const);
    }),
  );
  return nodes.map((node, index): NodeQuestion => {
    const part = byNode.get(node);
    const last = refused.get(node.metadata.name) ?? part?.unbound;
    const reasons = [refusals, asked.before[index] ?? [], asked.after[index] ?? [], last === undefined ? [] : [last]];
    return { node, attempt: part?.attempt, rejections: reasons.find(({ length }) => length > 0) ?? [] };
  });
}
