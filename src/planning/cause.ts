// The reason why a pod is pending, in one line with the numbers of one node.

import type { AsyncLimits } from '../allocator/evaluate/limits.js';
import type { Program } from '../core/base/program.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import type { Cluster } from '../library/cluster.js';
import type { PodExplainInput } from '../library/explain-inputs.js';
import type { RejectionCode } from '../scheduler/filters/filter.js';
import { explain } from './calls.js';

export interface NodeCause {
  readonly text: string;
  /** Returns undefined if there is no node, or if the cause concerns only the pod. */
  readonly node?: string;
}

/** Returns the cause on the node that is closest to an allocation. */
export function causeOf({ groups: [nearest], nodes }: Explanation): NodeCause {
  const [first] = nodes;
  if (first === undefined) return { text: 'there is no node' };
  const { text, node } = nearest === undefined ? first : { text: nearest.text, node: nearest.nodes[0] ?? first.node };
  return nodes.every(isOfPod) ? { text } : { text, node };
}

/** Rejections of a pod before any node is considered; every node has them. */
const OF_POD: ReadonlySet<RejectionCode> = new Set([
  'other-scheduler',
  'scheduling-gated',
  'devices-off',
  'claims',
  'binding',
  'not-scored',
]);

function isOfPod({ rejections: [rejection] = [] }: NodeExplanation): boolean {
  return rejection !== undefined && OF_POD.has(rejection.code);
}

/**
 * Returns the cause on the closest one of the named nodes, such as the nodes with replicas. If the cluster does not have these
 * nodes, the closest of all nodes is used. `explanation`: the explanation of all nodes.
 */
export function* causeAmong(
  names: ReadonlySet<string>,
  explanation: Explanation,
  cluster: Cluster,
  input: PodExplainInput<AsyncLimits>,
): Program<NodeCause> {
  const nearest = causeOf(explanation);
  if (nearest.node === undefined || names.has(nearest.node)) return nearest;
  const nodes = explanation.nodes.flatMap(({ node }) => (names.has(node) ? [node] : []));
  return nodes.length === 0 ? nearest : causeOf(yield* explain(cluster, { ...input, nodes, suggestions: false }));
}
