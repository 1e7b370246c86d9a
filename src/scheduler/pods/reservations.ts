// Reservations of claims for consumers, and their limit. The scheduler reserves only when it binds a pod, because CanBeReserved
// is true for every claim. The API server then rejects excess reservations. Source: bindClaim of plugin dynamicresources, and
// validateResourceClaimStatusUpdate of pkg/apis/resource/validation, of Kubernetes 1.37.1.

import { objectName } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { ConsumerReference, ResourceClaim } from '../../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { groupNameOf } from './pod-groups.js';

/** The most consumers that a claim is reserved for at a time (ResourceClaimReservedForMaxSize). */
export const MOST_CONSUMERS = 256;

/** Returns whether a claim is reserved for a pod or its group. A pod without a uid is identified by name. */
export function isReservedFor({ metadata, spec }: Pod, { status }: ResourceClaim): boolean {
  const groupName = groupNameOf(spec);
  return status.reservedFor.some(
    (consumer) => isPod({ metadata }, consumer) || (consumer.resource === 'podgroups' && consumer.name === groupName),
  );
}

/** Returns whether a claim is reserved for consumers other than a pod. */
export function isInUse(pod: Pod, claim: ResourceClaim): boolean {
  return claim.status.reservedFor.length > 0 && !isReservedFor(pod, claim);
}

/** Returns whether a consumer is a pod. Compares names if either has no uid. */
export function isPod({ metadata }: Pick<Pod, 'metadata'>, { resource, name, uid }: ConsumerReference): boolean {
  return resource === 'pods' && (metadata.uid === '' || uid === '' ? name === metadata.name : uid === metadata.uid);
}

/** Returns the reference to a pod as a consumer. */
export function consumerOf({ metadata: { name, uid } }: Pod): ConsumerReference {
  return { apiGroup: '', resource: 'pods', name, uid };
}

/** Returns the scheduler's message if claims cannot be reserved for a pod; undefined if they can. */
export function* reservationRefusal(
  pod: Pod,
  claims: readonly ResourceClaim[],
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<string | undefined> {
  const repeated = yield* repeatedNames(pod, checkpoint);
  for (let index = 0; index < claims.length; index++) {
    const claim = claims[index] as ResourceClaim;
    if (checkpoint.due()) yield;
    if (isReservedFor(pod, claim)) continue;
    const before = claim.status.reservedFor.length;
    const isRepeated = repeated.has(claim.metadata.name);
    const problem = before >= MOST_CONSUMERS ? tooMany(before + 1) : isRepeated ? duplicate(pod, before) : undefined;
    if (problem === undefined) continue;
    const { name } = claim.metadata;
    return `add reservation to claim ${objectName(claim.metadata)}: ResourceClaim.resource.k8s.io "${name}" is invalid: ${problem}`;
  }
  return undefined;
}

function tooMany(consumers: number): string {
  return `status.reservedFor: Too many: ${consumers}: must have at most ${MOST_CONSUMERS} items`;
}

/** Returns the claims that a pod names more than once. */
function* repeatedNames({ spec: { resourceClaims } }: Pod, checkpoint: Checkpoint): Incremental<ReadonlySet<string>> {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (let index = 0; index < resourceClaims.length; index++) {
    if (checkpoint.due()) yield;
    const name = resourceClaims[index]?.resourceClaimName;
    if (name === undefined) continue;
    if (once.has(name)) repeated.add(name);
    else once.add(name);
  }
  return repeated;
}

/** The scheduler reserves a claim each time that the pod names it, and the API server accepts one reservation per consumer. */
function duplicate(pod: Pod, before: number): string {
  if (before + 1 >= MOST_CONSUMERS) return tooMany(before + 2);
  const { resource, name, uid } = consumerOf(pod);
  return `status.reservedFor[${before + 1}]: Duplicate value: ${JSON.stringify({ resource, name, uid })}`;
}
