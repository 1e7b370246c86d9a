// Objects of v1alpha2 as v1alpha1 had them, in Kubernetes 1.26. Source: resource/v1alpha1/types.go of k8s.io/api v0.26.

import type { ResourceClaim } from './kinds.js';
import { type ApiObject, groupOf } from './objects.js';

const V1ALPHA1 = 'resource.k8s.io/v1alpha1';

/** The object as a client of v1alpha1 gets it: PodSchedulingContexts are PodSchedulings, and a claim has one handle, which is a text. */
export function toV1alpha1(object: ApiObject): ApiObject {
  if (groupOf(object.apiVersion) !== 'resource.k8s.io') return object;
  if (object.kind === 'PodSchedulingContext') return { ...object, apiVersion: V1ALPHA1, kind: 'PodScheduling' };
  const own = { ...object, apiVersion: V1ALPHA1 };
  const { status } = object as ResourceClaim;
  if (object.kind !== 'ResourceClaim' || status?.allocation === undefined) return own;
  const { resourceHandles, ...allocation } = status.allocation;
  const handle = resourceHandles?.[0]?.data;
  return {
    ...own,
    status: { ...status, allocation: { ...(handle === undefined ? {} : { resourceHandle: handle }), ...allocation } },
  } as ApiObject;
}
