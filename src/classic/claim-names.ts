// Determines the claim of each entry of a pod. Source: package resourceclaim of k8s.io/dynamic-resource-allocation v0.30.14.

import type { ClassicPod, PodClaim, ResourceClaim } from './api/kinds.js';
import { isControlledBy, keyOf } from './api/objects.js';

/**
 * The naming of claims from templates: up to Kubernetes 1.27 `POD-CLAIM`;
 * since 1.28 by the API server, with the name in the status of the pod.
 */
export type ClaimNaming = 'deterministic' | 'generated';

/** The claim of an entry; no name if the entry needs no claim. `isOwned`: the caller must check that the claim was created for the pod. */
export interface NamedClaim {
  readonly name: string | undefined;
  readonly isOwned: boolean;
}

/** The claim of an entry cannot be determined. */
export class ClaimNameError extends Error {
  override readonly name = 'ClaimNameError';
}

/** Returns whether the claim of an entry will be created from a template and has no name yet. */
export function isYetToBeMade(pod: ClassicPod, { name, source = {} }: PodClaim, naming: ClaimNaming): boolean {
  if (source.resourceClaimName !== undefined || source.resourceClaimTemplateName === undefined || naming === 'deterministic') return false;
  return statusOf(pod, name) === undefined;
}

/** Returns the message about a claim of a pod that does not exist yet. */
export function notYetMade({ metadata }: ClassicPod): string {
  return `pod "${keyOf(metadata)}": ResourceClaim not created yet`;
}

type ClaimStatus = NonNullable<NonNullable<ClassicPod['status']>['resourceClaimStatuses']>[number];

/** The first status of each name, by the status lists of pods, which never change. */
const statuses = new WeakMap<readonly ClaimStatus[], ReadonlyMap<string | undefined, ClaimStatus>>();

function statusOf({ status }: ClassicPod, entry: string): ClaimStatus | undefined {
  const list = status?.resourceClaimStatuses;
  if (list === undefined) return undefined;
  let byName = statuses.get(list);
  if (byName === undefined) {
    byName = firstByName(list);
    statuses.set(list, byName);
  }
  return byName.get(entry);
}

/** Returns items by name. If names repeat, the first item counts. */
export function firstByName<T extends { readonly name?: string }>(list: readonly T[]): ReadonlyMap<string | undefined, T> {
  return new Map(list.map((each) => [each.name, each] as const).reverse());
}

/** Returns the claim name of an entry of a pod. Throws {@link ClaimNameError}. */
export function claimNameOf(pod: ClassicPod, { name, source = {} }: PodClaim, naming: ClaimNaming): NamedClaim {
  if (source.resourceClaimName !== undefined) return { name: source.resourceClaimName, isOwned: false };
  if (source.resourceClaimTemplateName === undefined)
    throw new ClaimNameError(
      `pod "${keyOf(pod.metadata)}", spec.resourceClaim ${JSON.stringify(name)}: none of the supported fields are set`,
    );
  if (naming === 'deterministic') return { name: `${pod.metadata.name}-${name}`, isOwned: true };
  const status = statusOf(pod, name);
  if (status === undefined) throw new ClaimNameError(notYetMade(pod));
  return { name: status.resourceClaimName, isOwned: true };
}

/** Throws unless a claim was created for a pod. */
export function checkMadeFor(pod: ClassicPod, claim: ResourceClaim): void {
  if (claim.metadata.namespace === pod.metadata.namespace && isControlledBy(claim, pod)) return;
  throw new Error(`ResourceClaim ${keyOf(claim.metadata)} was not created for pod ${keyOf(pod.metadata)} (pod is not owner)`);
}

/** Returns whether a claim is reserved for a pod. */
export function isReservedFor({ status }: ResourceClaim, { metadata: { uid } }: ClassicPod): boolean {
  return status?.reservedFor?.some((consumer) => consumer.uid === uid) === true;
}

/** Returns whether an allocated claim can be reserved for another consumer. */
export function canBeReserved({ status }: ResourceClaim): boolean {
  return status?.allocation?.shareable === true || (status?.reservedFor?.length ?? 0) === 0;
}

/** Returns the reference that reserves a claim for a pod. */
export function consumerOf({ metadata: { name, uid = '' } }: ClassicPod) {
  return { resource: 'pods', name, uid };
}
