// The scheduler's rules about the claims of a pod besides the allocation of devices: how many pods share a claim, and what devices take of their node.
// Placement and suggestions both ask here.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import type { Slices } from '../allocator/pools/slice-index.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { Features } from '../core/features/features.js';
import type { PodClaimRules } from '../explain/suggest/pod-trial.js';
import { unboundBecause } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { isInUse, reservationRefusal } from '../scheduler/pods/reservations.js';
import { NodeAllocatableCheck } from './node-allocatable-check.js';

/** The rules in a cluster. */
export class ClaimRules implements PodClaimRules {
  readonly #slices: Slices | undefined;
  readonly #features: Features;

  /** `slices`: undefined where no device stands for resources of its node. */
  constructor(slices: Slices | undefined, features: Features) {
    this.#slices = features.nodeAllocatableResources && slices?.hasNodeAllocatable ? slices : undefined;
    this.#features = features;
  }

  /** Reports whether some device stands for resources of its node. */
  get countsNodeAllocatable(): boolean {
    return this.#slices !== undefined;
  }

  /** Returns the check of what the devices of claims take of a node; undefined: they take nothing. */
  roomCheck(pod: Pod, claims: readonly ResourceClaim[], slices = this.#slices): NodeAllocatableCheck | undefined {
    if (!this.countsNodeAllocatable || slices === undefined || claims.length === 0) return undefined;
    return new NodeAllocatableCheck(pod, claims, slices, this.#features);
  }

  /** Returns the rejection of each node on which the pod cannot share a claim with others; undefined: it can share all of them anywhere. */
  sharing(pod: Pod, claims: readonly ResourceClaim[]): ((node: Node) => Rejection | undefined) | undefined {
    return this.roomCheck(pod, claims)?.sharing((claim) => isInUse(pod, claim));
  }

  /** Returns why the pod cannot be bound with claims, whatever node it finds. */
  unbound(pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined {
    const words = reservationRefusal(pod, claims);
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
