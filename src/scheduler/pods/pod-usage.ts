// Pods count against a ResourceQuota under names that claims also count under: extended resources. A claim that serves the extended
// resources of a pod must not count them a second time. Source: pods.go and getVerifiedPodUsage of resource_claims.go in
// pkg/quota/v1/evaluator/core of Kubernetes 1.37.1.

import type { OwnerReference } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { type Usage, withQuotaPrefix } from './claim-usage.js';
import { wantedResources } from './extended-resources.js';
import { objectKey } from './ownership.js';
import { isExtendedClaim } from './template.js';

const NOTHING: Usage = new Map();

/** The extended resources that a pod requests; none once it ran to its end. */
export function* podUsage({ spec, status }: Pod, checkpoint: Checkpoint): Incremental<Usage> {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') return NOTHING;
  const wanted = [...(yield* wantedResources(spec, checkpoint))];
  return new Map(wanted.map(([resource, amount]) => [withQuotaPrefix(resource), Quantity.fromInt64(amount, 'DecimalSI')]));
}

/** Finds the pods behind claims for extended resources. */
export class ExtendedClaimPods {
  readonly #pods: ReadonlyMap<string, Pod>;
  /** The first claim that each pod got, by the uid of the pod: later ones serve it no more than claims of others do. */
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
      const known = first.get(key);
      if (known === undefined || compareAge(claim, known) < 0) first.set(key, claim);
    }
    return new ExtendedClaimPods(byName, first);
  }

  /** The usage that is counted already for the pod that a claim was made for; nothing for claims that were not made for extended resources. */
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

/** The pod whose extended resources a claim serves, as far as the claim says so. */
function servedPod(claim: ResourceClaim): OwnerReference | undefined {
  const owner = claim.metadata.ownerReferences.find(({ controller }) => controller);
  return owner?.kind === 'Pod' && owner.apiVersion === 'v1' && isExtendedClaim(claim) ? owner : undefined;
}

/** Older claims first, then by name. */
function compareAge(left: ResourceClaim, right: ResourceClaim): number {
  const [a, b] = [createdAt(left), createdAt(right)];
  return a === b ? compareBytes(left.metadata.name, right.metadata.name) : a < b ? -1 : 1;
}

/** A claim without a time is yet to be created, so it is younger than all others. */
function createdAt({ metadata }: ResourceClaim): number {
  const time = Date.parse(metadata.creationTimestamp ?? '');
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}
