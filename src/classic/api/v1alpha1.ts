// Converts objects of v1alpha2 to v1alpha1 of Kubernetes 1.26. Source: resource/v1alpha1/types.go of k8s.io/api v0.26.

import type { ResourceClaim } from './kinds.js';
import { type ApiObject, groupOf } from './objects.js';

const V1ALPHA1 = 'resource.k8s.io/v1alpha1';

/**
 * Returns the object as a client of v1alpha1 receives it: PodSchedulingContexts are PodSchedulings, and a claim has one text as its handle.
 */
export function toV1alpha1(object: ApiObject): ApiObject {
  if (groupOf(object.apiVersion) !== 'resource.k8s.io') return object;
  if (object.kind === 'PodSchedulingContext') return { ...object, apiVersion: V1ALPHA1, kind: 'PodScheduling' };
  const convertedObject = { ...object, apiVersion: V1ALPHA1 };
  const { status } = object as ResourceClaim;
  if (object.kind !== 'ResourceClaim' || status?.allocation === undefined) return convertedObject;
  const { resourceHandles, ...allocation } = status.allocation;
  const handle = resourceHandles?.[0]?.data;
  return {
    ...convertedObject,
    status: { ...status, allocation: { ...(handle === undefined ? {} : { resourceHandle: handle }), ...allocation } },
  } as ApiObject;
}
