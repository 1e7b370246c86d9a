// Why a group fits on no node, node by node.

import { deadlineOf, type Limits } from '../../../allocator/evaluate/limits.js';
import { PreparedClaims } from '../../../cluster/claims.js';
import type { Node } from '../../../core/api/node.js';
import type { AllocationError } from '../../../core/base/errors.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import type { PlacementCluster } from '../library.js';
import type { Attempt } from './attempt.js';
import type { RefusedNode } from './group-result.js';

/** Explaining takes longer than searching: more nodes are only counted. */
const MAX_EXPLAINED = 100;

/** A search that found no node. */
export interface FailedSearch {
  readonly attempts: readonly Attempt[];
  /** Errors that are local to their nodes. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** The reasons of nodes that are out whatever devices they have. */
  readonly outright: ReadonlyMap<string, readonly string[]>;
}

/** Explains nodes as far as their number and the time allow. Explaining has as much time as the search had. */
export function explainNodes(
  cluster: PlacementCluster,
  nodes: readonly Node[],
  { attempts, errors, outright }: FailedSearch,
  limits: Limits,
): { readonly nodes: readonly RefusedNode[]; readonly unexplained: number } {
  const claims = new Map(attempts.flatMap((attempt) => attempt.nodes.map((node) => [node, attempt.claims] as const)));
  const deadline = deadlineOf(limits);
  let left = MAX_EXPLAINED;
  let unexplained = 0;
  const explained = nodes.flatMap(({ metadata: { name } }): readonly RefusedNode[] => {
    const refusals = outright.get(name);
    if (refusals !== undefined) return [refusedOutright(name, refusals)];
    const tried = claims.get(name);
    if (tried === undefined) return [];
    if (left-- > 0 && performance.now() < deadline) {
      const { nodes: explanations } = cluster.explain({
        claims: new PreparedClaims(tried),
        node: name,
        suggestions: false,
        limits: limitsUntil(deadline),
      });
      const error = errors.get(name);
      return explanations.map((explanation) => ({ explanation, ...(error === undefined ? {} : { error }) }));
    }
    unexplained++;
    return [];
  });
  return { nodes: explained, unexplained };
}

/** The reason of a filter for people. */
export function rejectionInWords({ message, detail }: Rejection): string {
  return detail === undefined ? message : `${message} (${detail})`;
}

function limitsUntil(deadline: number): Limits {
  return deadline === Number.POSITIVE_INFINITY ? {} : { milliseconds: Math.max(0, deadline - performance.now()) };
}

function refusedOutright(node: string, refusals: readonly string[]): RefusedNode {
  return { explanation: { node, kind: 'unallocatable', requests: [], unavailable: [], pools: [], text: refusals.join('; ') }, refusals };
}
