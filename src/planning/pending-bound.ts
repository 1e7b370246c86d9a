// A lower bound on the pods that are pending with a number of new nodes, by what a new node and the nodes that are there take of each shape.

import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { Program } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { unlessError } from './calls.js';
import type { SimulatedPod } from './model.js';
import { type CallOptions, mostOf } from './optimum.js';
import { replicaOf } from './replicas.js';

/** Pods of one shape. */
export interface PodsAlike {
  readonly head: SimulatedPod;
  readonly count: number;
}

/** The pods of a shape, and the most of them that the nodes that are there and one new node take. */
interface Capacity {
  readonly count: number;
  readonly present: number;
  readonly perNode: number;
}

/** A sum over shapes. */
export class PendingBound {
  readonly #capacities: Capacity[] = [];
  #constant = 0;

  /** Adds pods that are pending whatever the number of nodes is. */
  add(pending: number): void {
    this.#constant += pending;
  }

  /** Adds the pods of a shape. `node`: a new node of the cluster, on which no pod runs. Returns the limit that came first; then nothing is known of these pods. */
  *addPods(
    { head, count }: PodsAlike,
    { cluster, node }: { readonly cluster: Cluster; readonly node: string },
    options: () => CallOptions,
  ): Program<InterruptedBy | undefined> {
    // Replicas have claims of their own, and belong to no group.
    const { spec, status } = head.pod;
    const hasClaims = status.resourceClaimStatuses.length > 0 || status.extendedResourceClaimStatus !== undefined;
    if (hasClaims || spec.schedulingGroup !== undefined) return undefined;
    const replica = (number: number) => replicaOf(head.pod, `${head.pod.metadata.name}-bound-${number}`).pod;
    const most = yield* unlessError(mostOf(cluster, replica, 0, options));
    if (most === undefined || most.by !== undefined) return most?.by;
    const perNode = most.perNode.get(node) ?? 0;
    this.#capacities.push({ count, present: most.atMost - perNode, perNode });
    return undefined;
  }

  /** Returns the number of pods that are pending at least with so many new nodes. More nodes never have more. */
  pendingWith(nodes: number): number {
    const pending = ({ count, present, perNode }: Capacity): number => Math.max(0, count - present - nodes * perNode);
    return this.#capacities.reduce((sum, capacity) => sum + pending(capacity), this.#constant);
  }

  /** Returns the smallest number of new nodes with which no more pods may be pending; `most` where there is none below. */
  leastNodes(pending: number, most: number): number {
    let [from, to] = [0, most];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.pendingWith(middle) <= pending) to = middle;
      else from = middle + 1;
    }
    return from;
  }
}
