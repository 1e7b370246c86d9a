// Explains node by node why a group fits on no node.

import { deadlineOf, type Limits } from '../../../allocator/evaluate/limits.js';
import { PreparedClaims } from '../../../cluster/claims.js';
import type { Node } from '../../../core/api/node.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { AllocationError } from '../../../core/base/errors.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import type { PlacementCluster } from '../library.js';
import type { RejectedNode } from './group-result.js';

/** The most explained nodes, since explaining takes longer than searching; others are only counted. */
const MAX_EXPLAINED = 100;

/** Facts about nodes on which a group does not fit. */
interface NodeFacts {
  /** Returns the error that is local to a node. */
  errorOn(node: string): AllocationError | undefined;
  /** Returns the reasons against a node regardless of its devices. */
  rejectionsOn(node: string): readonly string[] | undefined;
  /** Returns the claims that were tried on a node. */
  claimsOn(node: string): readonly ResourceClaim[] | undefined;
}

/** Explains nodes, limited by their number and by the time. Explaining has as much time as the search had. */
export function explainNodes(
  cluster: PlacementCluster,
  nodes: readonly Node[],
  limits: Limits,
  { errorOn, rejectionsOn, claimsOn }: NodeFacts,
): { readonly nodes: readonly RejectedNode[]; readonly unexplained: number } {
  const deadline = deadlineOf(limits);
  let left = MAX_EXPLAINED;
  let unexplained = 0;
  const explained = nodes.flatMap(({ metadata: { name } }): readonly RejectedNode[] => {
    const rejections = rejectionsOn(name);
    if (rejections !== undefined) return [rejectedNode(name, rejections)];
    const tried = claimsOn(name);
    if (tried === undefined) return [];
    if (left-- > 0 && performance.now() < deadline) {
      const { nodes: explanations } = cluster.explain({
        claims: new PreparedClaims(tried),
        node: name,
        suggestions: false,
        limits: limitsUntil(deadline),
      });
      const error = errorOn(name);
      return explanations.map((explanation) => ({ explanation, ...(error === undefined ? {} : { error }) }));
    }
    unexplained++;
    return [];
  });
  return { nodes: explained, unexplained };
}

/** Returns the reason of a filter as text. */
export function rejectionInWords({ message, detail }: Rejection): string {
  return detail === undefined ? message : `${message} (${detail})`;
}

function limitsUntil(deadline: number): Limits {
  return deadline === Number.POSITIVE_INFINITY ? {} : { milliseconds: Math.max(0, deadline - performance.now()) };
}

function rejectedNode(node: string, rejections: readonly string[]): RejectedNode {
  return {
    explanation: { node, kind: 'unallocatable', requests: [], unavailable: [], pools: [], text: rejections.join('; ') },
    rejections,
  };
}
