// Measures how much a pod counts in a ResourceQuota under extended resource names, which claims also count under. If a claim
// serves a pod's extended resources, it must not count them again. Source: pods.go and getVerifiedPodUsage of
// resource_claims.go in pkg/quota/v1/evaluator/core of Kubernetes 1.37.1.

import type { OwnerReference } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { type Usage, withQuotaPrefix } from './claim-usage.js';
import { requestedResources } from './extended-resources.js';
import { objectKey } from './ownership.js';
import { isExtendedClaim } from './template.js';

const NOTHING: Usage = new Map();

/** Returns the extended resources that a pod requests; empty once it finished. */
export function* podUsage({ spec, status }: Pod, checkpoint: Checkpoint): Incremental<Usage> {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') return NOTHING;
  const resources = [...(yield* requestedResources(spec, checkpoint))];
  return new Map(resources.map(([resource, amount]) => [withQuotaPrefix(resource), Quantity.fromInt64(amount, 'DecimalSI')]));
}

/** Finds the pods that extended resource claims serve. */
export class ExtendedClaimPods {
  readonly #pods: ReadonlyMap<string, Pod>;
  /** The first claim of each pod, by the uid of the pod: later claims do not serve it. */
  readonly #first: ReadonlyMap<string, ResourceClaim>;

  private constructor(pods: ReadonlyMap<string, Pod>, first: ReadonlyMap<string, ResourceClaim>) {
    this.#pods = pods;
    this.#first = first;
  }

  static *of(pods: readonly Pod[], claims: readonly ResourceClaim[], checkpoint: Checkpoint): Incremental<ExtendedClaimPods> {
    const byName = new Map<string, Pod>();
    for (const pod of pods) {
      byName.set(objectKey(pod.metadata.namespace, pod.metadata.name), pod);
      if (checkpoint.due()) yield;
    }
    const first = new Map<string, ResourceClaim>();
    for (const claim of claims) {
      if (checkpoint.due()) yield;
      const owner = servedPod(claim);
      if (owner === undefined) continue;
      const key = objectKey(claim.metadata.namespace, owner.uid);
      const firstUse = first.get(key);
      if (firstUse === undefined || compareAge(claim, firstUse) < 0) first.set(key, claim);
    }
    return new ExtendedClaimPods(byName, first);
  }

  /** Returns the usage that already counts for the pod of a claim; empty for a claim that does not serve extended resources. */
  usageBehind(claim: ResourceClaim): Usage {
    const owner = servedPod(claim);
    if (owner === undefined) return NOTHING;
    const { namespace, name } = claim.metadata;
    const pod = this.#pods.get(objectKey(namespace, owner.name));
    if (pod === undefined || pod.metadata.uid !== owner.uid) return NOTHING;
    const recorded = pod.status.extendedResourceClaimStatus?.resourceClaimName;
    const first = this.#first.get(objectKey(namespace, owner.uid));
    const isItsClaim = recorded === undefined ? first === undefined || compareAge(first, claim) >= 0 : recorded === name;
    return isItsClaim ? inOneGo(podUsage(pod, UNLIMITED)) : NOTHING;
  }
}

/** Returns the pod whose extended resources a claim serves, if the claim names it. */
function servedPod(claim: ResourceClaim): OwnerReference | undefined {
  const owner = claim.metadata.ownerReferences.find(({ controller }) => controller);
  return owner?.kind === 'Pod' && owner.apiVersion === 'v1' && isExtendedClaim(claim) ? owner : undefined;
}

/** Compares by age, older first, then by name. */
function compareAge(left: ResourceClaim, right: ResourceClaim): number {
  const [a, b] = [createdAt(left), createdAt(right)];
  return a === b ? compareBytes(left.metadata.name, right.metadata.name) : a < b ? -1 : 1;
}

/** A claim without a time is yet to be created, so it is younger than all others. */
function createdAt({ metadata }: ResourceClaim): number {
  const time = Date.parse(metadata.creationTimestamp ?? '');
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}
