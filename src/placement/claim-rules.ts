// Rules of the scheduler about a pod's claims, other than device allocation: claim sharing, and the node resources that devices use.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import type { Slices } from '../allocator/pools/slice-index.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { inOneGo } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import type { PodClaimRules } from '../explain/suggest/pod-trial.js';
import { unboundBecause } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { isInUse, reservationRefusal } from '../scheduler/pods/reservations.js';
import { NodeAllocatableCheck } from './node-allocatable-check.js';

/** Checks the claims of pods against these rules, for placement and for suggestions. */
export class ClaimRules implements PodClaimRules {
  readonly #slices: Slices | undefined;
  readonly #features: Features;

  /** `slices`: undefined if no device is mapped to resources of its node. */
  constructor(slices: Slices | undefined, features: Features) {
    this.#slices = features.nodeAllocatableResources && slices?.hasNodeAllocatable ? slices : undefined;
    this.#features = features;
  }

  /** Returns whether any device is mapped to resources of its node. */
  get countsNodeAllocatable(): boolean {
    return this.#slices !== undefined;
  }

  /** Returns the check of the node resources that the devices of claims use; undefined if they use no node resources. */
  roomCheck(pod: Pod, claims: readonly ResourceClaim[], slices = this.#slices): NodeAllocatableCheck | undefined {
    if (!this.countsNodeAllocatable || slices === undefined || claims.length === 0) return undefined;
    return new NodeAllocatableCheck(pod, claims, slices, this.#features);
  }

  /**
   * Returns a function that rejects the nodes on which the pod cannot share a claim with other pods; undefined if it can share every claim
   * everywhere.
   */
  sharing(pod: Pod, claims: readonly ResourceClaim[]): ((node: Node) => Rejection | undefined) | undefined {
    return this.roomCheck(pod, claims)?.sharing((claim) => isInUse(pod, claim));
  }

  /** Returns the reason why the pod cannot be bound with these claims on any node. */
  unbound(pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined {
    const words = inOneGo(reservationRefusal(pod, claims));
    return words === undefined ? undefined : unboundBecause(words);
  }

  rejectionOn(node: Node, pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined {
    return this.sharing(pod, claims)?.(node) ?? this.unbound(pod, claims);
  }

  lacksOn(
    info: NodeInfo,
    { pod, claims, slices }: Parameters<PodClaimRules['lacksOn']>[1],
    allocations: readonly AllocationResult[],
  ): readonly Rejection[] {
    return this.roomCheck(pod, claims, slices)?.rejectionsOn(info, allocations) ?? [];
  }
}
