// Computes a lower bound on pending pods for a number of new nodes, from the capacity of new and existing nodes for each shape.

import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { Program } from '../core/base/program.js';
import type { Cluster } from '../library/cluster.js';
import { unlessError } from './calls.js';
import type { SimulatedPod } from './model.js';
import { type CallOptions, mostOf } from './optimum.js';
import { replicaOf } from './replicas.js';

/** Pods of one shape. */
export interface PodsOfShape {
  readonly head: SimulatedPod;
  readonly count: number;
}

/** The number of pods of a shape, and the maximum number of them that fit on the existing nodes and on one new node. */
interface Capacity {
  readonly count: number;
  readonly present: number;
  readonly perNode: number;
}

/** A sum over shapes. */
export class PendingBound {
  readonly #capacities: Capacity[] = [];
  #constant = 0;

  /** Adds pods that stay pending with any number of nodes. */
  add(pending: number): void {
    this.#constant += pending;
  }

  /**
   * Adds the pods of a shape. `node`: a new node of the cluster, which has no pods. Returns the limit that ended the count. The
   * pods of this shape then do not contribute to the bound.
   */
  *addPods(
    { head, count }: PodsOfShape,
    { cluster, node }: { readonly cluster: Cluster; readonly node: string },
    options: () => CallOptions,
  ): Program<InterruptedBy | undefined> {
    // Replicas have new claims and no group. So they cannot represent pods with shared claims or groups.
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

  /** Returns the lower bound of pending pods with this number of new nodes. The bound decreases with more nodes. */
  pendingWith(nodes: number): number {
    const pending = ({ count, present, perNode }: Capacity): number => Math.max(0, count - present - nodes * perNode);
    return this.#capacities.reduce((sum, capacity) => sum + pending(capacity), this.#constant);
  }

  /** Returns the smallest number of new nodes with which the bound is at most `pending`; `most` if no smaller number suffices. */
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
