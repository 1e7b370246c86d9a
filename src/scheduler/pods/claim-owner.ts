// A claim is made for an owner: a pod, or a group of pods. The claim names it as its owner and is reserved for it.

import type { ObjectMeta, OwnerReference } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import { type PodGroup, SCHEDULING_GROUP } from '../../core/api/pod-group.js';
import type { ConsumerReference, ResourceClaim } from '../../core/api/resource-claim.js';
import { objectKey } from './ownership.js';

/** A pod or a pod group, as claims refer to it. */
export interface ClaimOwner {
  readonly kind: 'Pod' | 'PodGroup';
  readonly metadata: ObjectMeta;
}

/** A pod as owner. */
export function podOwner({ metadata }: Pod): ClaimOwner {
  return { kind: 'Pod', metadata };
}

/** A pod group as owner. */
export function groupOwner({ metadata }: PodGroup): ClaimOwner {
  return { kind: 'PodGroup', metadata };
}

/** A key of an owner that no other one shares, even of the same kind and name at another time. */
export function identityOf({ kind, metadata }: ClaimOwner): string {
  return identity(kind, metadata.namespace, metadata.name, metadata.uid);
}

/** The identity of the pod or pod group that a claim was made for, if the claim says so. */
export function owningIdentity({ metadata }: ResourceClaim): string | undefined {
  const owner = metadata.ownerReferences.find(({ controller }) => controller);
  if (owner === undefined) return undefined;
  // The version of a pod group may change.
  const isOwner = owner.kind === 'Pod' || (owner.kind === 'PodGroup' && owner.apiVersion.startsWith(`${SCHEDULING_GROUP}/`));
  return isOwner ? identity(owner.kind, metadata.namespace, owner.name, owner.uid) : undefined;
}

/** The references to the owner; none to one that does not exist yet: the API server takes no reference without a uid. */
export function ownerReferences({ kind, metadata: { name, uid } }: ClaimOwner): OwnerReference[] {
  const apiVersion = kind === 'Pod' ? 'v1' : `${SCHEDULING_GROUP}/v1beta1`;
  return uid === '' ? [] : [{ apiVersion, kind, name, uid, controller: true }];
}

/** For whom the scheduler reserves the claim; nobody as long as it has no uid. */
export function consumers({ kind, metadata: { name, uid } }: ClaimOwner): ConsumerReference[] {
  const type = kind === 'Pod' ? { apiGroup: '', resource: 'pods' } : { apiGroup: SCHEDULING_GROUP, resource: 'podgroups' };
  return uid === '' ? [] : [{ ...type, name, uid }];
}

function identity(kind: string, namespace: string, name: string, uid: string): string {
  return `${kind}\0${objectKey(namespace, name)}\0${uid}`;
}
