// Computes the maximum number of replicas of a pod over all placements. Nodes with separate devices are independent, so their
// maximums add up. If several nodes access a device, or replicas share a claim or quota, the sum is an upper bound.

import type { AsyncLimits, InterruptedBy } from '../allocator/evaluate/limits.js';
import { inOrder } from '../allocator/evaluate/ordered-nodes.js';
import { PreparedClaims } from '../cluster/claims.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import type { PreparedPod } from '../placement/prepared-pod.js';
import { allocate, allocateClaims, bind } from './calls.js';
import { Clock } from './clock.js';

/** The maximum number of replicas over all placements. */
export interface Optimum {
  /** An upper bound: no placement has more replicas. */
  readonly atMost: number;
  /** True if some placement has `atMost` replicas. */
  readonly isExact: boolean;
  /**
   * The number of replicas on each node, by name. The sum is `atMost`. If not exact, the number of each node is a bound for
   * this node alone.
   */
  readonly perNode: ReadonlyMap<string, number>;
  /** The limit that ended the call before all nodes were considered. In that case, `atMost` is not a bound. */
  readonly by?: InterruptedBy;
}

/** Returns a replica by its number; each is decoded once. */
export type ReplicaOf = (number: number) => PreparedPod;

/** The time and the limits of a call. */
export interface CallOptions {
  readonly now?: Date;
  readonly limits: AsyncLimits;
}

/** A number of replicas. The count may have ended at a limit. */
interface Counted {
  readonly count: number;
  readonly by?: InterruptedBy;
}

/**
 * Returns the most replicas. `placed`: the number that the scheduler places. An error that is local to a node ends the count on that node. An
 * error that ends the scheduler's attempt is thrown.
 */
export function* mostOf(cluster: Cluster, replicaOf: ReplicaOf, placed: number, options: () => CallOptions): Program<Optimum> {
  const perNode = new Map<string, number>();
  const { cluster: state, placement } = cluster.parts;
  // With shared devices, claims or quotas, a pod on one node may exclude an equal pod from another node.
  const hasShared = state.slices.shared.length > 0 || placement.hasShared(replicaOf(0));
  // Independent nodes can be filled one after the other.
  const common = hasShared ? undefined : cluster.fork();
  const clock = new Clock(cluster, {});
  let atMost = 0;
  for (const { metadata } of inOneGo(inOrder(state.nodeList, UNLIMITED))) {
    const node = metadata.name;
    const replicaAt = (number: number): PreparedPod => replicaOf(common === undefined ? number : atMost + number);
    const { count, by } = yield* mostOnNode({ cluster, filled: common ?? cluster.fork(), node, replicaOf: replicaAt, clock }, options);
    if (count > 0) perNode.set(node, count);
    atMost += count;
    if (by !== undefined) return { atMost, isExact: false, perNode, by };
  }
  return { atMost, isExact: atMost === placed || !hasShared, perNode };
}

/** A node to fill with replicas. */
interface NodeToFill {
  /** The cluster without any replica. */
  readonly cluster: Cluster;
  /** A fork of the cluster without replicas on this node. */
  readonly filled: Cluster;
  readonly node: string;
  readonly replicaOf: ReplicaOf;
  /** This checkpoint only yields. The calls check their limits. */
  readonly clock: Clock;
}

/** Returns the most replicas on one node, regardless of the other nodes. */
function* mostOnNode(at: NodeToFill, options: () => CallOptions): Program<Counted> {
  const { filled, node, replicaOf } = at;
  for (let count = 0; ; count++) {
    yield* at.clock.rest();
    const pod = replicaOf(count);
    const outcome = yield* onNode(allocate(filled, { pod, node, ...options() }));
    if (outcome.kind === 'allocated') yield* bind(filled, pod, node, outcome);
    else if (outcome.kind === 'interrupted') return { count, by: outcome.by };
    else if (outcome.kind === 'rejected') return { count };
    // The first devices that fit may leave room for fewer replicas than other devices would.
    else return yield* mostTogether(at, count, options);
  }
}

/** Returns the most replicas whose claims can be allocated together. `lowerBound`: a number that can be allocated together. */
function* mostTogether({ cluster, node, replicaOf, clock }: NodeToFill, lowerBound: number, options: () => CallOptions): Program<Counted> {
  for (let count = lowerBound; ; count++) {
    const pods = Array.from({ length: count + 1 }, (_, number) => replicaOf(number));
    const pendingClaims = claimsTogether(cluster, pods, node);
    if (pendingClaims === undefined) return { count };
    const outcome = yield* onNode(allocateClaims(cluster, { claims: pendingClaims, node, ...options() }));
    if (outcome.kind === 'interrupted') return { count, by: outcome.by };
    if (outcome.kind !== 'allocated') return { count };
    // With these devices, the pods must also fit next to each other.
    const fork = cluster.fork();
    fork.commit(pendingClaims, outcome);
    for (const pod of pods) {
      yield* clock.rest();
      const onThisNode = yield* onNode(allocate(fork, { pod, node, ...options() }));
      if (onThisNode.kind === 'interrupted') return { count, by: onThisNode.by };
      if (onThisNode.kind !== 'allocated') return { count };
      yield* bind(fork, pod, node, onThisNode);
    }
  }
}

/** Returns the claims of pods on a node, each once; undefined if one of the pods is rejected there. */
function claimsTogether(cluster: Cluster, pods: readonly PreparedPod[], node: string): PreparedClaims | undefined {
  const claimsByName = new Map<string, ResourceClaim>();
  for (const pod of pods) {
    const claims = cluster.parts.placement.claimsOn(pod, node);
    if (claims === undefined) return undefined;
    claims.claims.forEach((claim, index) => {
      claimsByName.set(claims.keys[index] as string, claim);
    });
  }
  return new PreparedClaims([...claimsByName.values()]);
}

/** Returns the outcome on a node; an error local to the node counts as unallocatable. */
function* onNode<T>(program: Program<T>): Program<T | { readonly kind: 'unallocatable' }> {
  try {
    return yield* program;
  } catch (error) {
    if (error instanceof AllocationError && error.nodeLocal) return { kind: 'unallocatable' };
    throw error;
  }
}
