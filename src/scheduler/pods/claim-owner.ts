// The owners of claims: pods and pod groups. A claim refers to its owner and is reserved for it.

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

export function podOwner({ metadata }: Pod): ClaimOwner {
  return { kind: 'Pod', metadata };
}

export function groupOwner({ metadata }: PodGroup): ClaimOwner {
  return { kind: 'PodGroup', metadata };
}

/** Returns a key that is unique to an owner, even among later objects of the same kind and name. */
export function identityOf({ kind, metadata }: ClaimOwner): string {
  return identity(kind, metadata.namespace, metadata.name, metadata.uid);
}

/** Returns the identity of the pod or pod group that a claim was made for, if the claim names it. */
export function owningIdentity({ metadata }: ResourceClaim): string | undefined {
  const owner = metadata.ownerReferences.find(({ controller }) => controller);
  if (owner === undefined) return undefined;
  // The version of a pod group may change, so it is not part of the identity.
  const isOwner = owner.kind === 'Pod' || (owner.kind === 'PodGroup' && owner.apiVersion.startsWith(`${SCHEDULING_GROUP}/`));
  return isOwner ? identity(owner.kind, metadata.namespace, owner.name, owner.uid) : undefined;
}

/** Returns the references to the owner; empty for an owner without a uid, because the API server requires one. */
export function ownerReferences({ kind, metadata: { name, uid } }: ClaimOwner): OwnerReference[] {
  const apiVersion = kind === 'Pod' ? 'v1' : `${SCHEDULING_GROUP}/v1beta1`;
  return uid === '' ? [] : [{ apiVersion, kind, name, uid, controller: true }];
}

/** Returns the consumers that the scheduler reserves the claim for; empty while the owner has no uid. */
export function consumers({ kind, metadata: { name, uid } }: ClaimOwner): ConsumerReference[] {
  const type = kind === 'Pod' ? { apiGroup: '', resource: 'pods' } : { apiGroup: SCHEDULING_GROUP, resource: 'podgroups' };
  return uid === '' ? [] : [{ ...type, name, uid }];
}

function identity(kind: string, namespace: string, name: string, uid: string): string {
  return `${kind}\0${objectKey(namespace, name)}\0${uid}`;
}
