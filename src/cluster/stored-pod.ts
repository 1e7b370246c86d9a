// Converts objects to the form that a cluster stores: in a namespace, and with data that is computed once.

import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { RuntimeClass } from '../core/api/runtime-class.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import { isOnNode, podInfo } from '../scheduler/filters/node-info.js';
import { withPodDefaults } from '../scheduler/filters/pod-defaults.js';
import type { PodEntry } from './pod-objects.js';

/** Returns a pod with the resources that it uses on the node that it names. */
export function* podEntry(inputPod: Pod, features: FilterFeatures, checkpoint: Checkpoint): Incremental<PodEntry> {
  const pod = inNamespace(inputPod);
  if (!isOnNode(pod)) return { pod, info: undefined };
  // A running pod already has the fields from its runtime class.
  const filled = yield* filledIn(pod, NO_CLASSES, features, checkpoint);
  return { pod, info: yield* podInfo(filled, features, checkpoint) };
}

const NO_CLASSES: Pick<ReadonlyMap<string, RuntimeClass>, 'get' | 'has' | 'size'> = new Map();

/** Returns the pod as the API server stores it. Throws `invalid-object` if the API server rejects it. */
export function* filledIn(
  pod: Pod,
  runtimeClasses: Pick<ReadonlyMap<string, RuntimeClass>, 'get' | 'has' | 'size'>,
  features: FilterFeatures,
  checkpoint: Checkpoint,
): Incremental<Pod> {
  const filled = yield* withPodDefaults(pod, { features, runtimeClasses }, checkpoint);
  return 'refusal' in filled ? rejectPod(filled.refusal) : filled.pod;
}

/** Throws `invalid-object` for a pod that the API server rejects. */
export function rejectPod(message: string): never {
  throw new AllocationError('invalid-object', `pod: the API server rejects the pod: ${message}`, { path: 'pod' });
}

/** Returns the object with the namespace `default` if it names none. */
export function inNamespace<T extends { readonly metadata: { readonly namespace: string } }>(object: T): T {
  return object.metadata.namespace === '' ? { ...object, metadata: { ...object.metadata, namespace: 'default' } } : object;
}

/** Returns the claim without its allocation, which the cluster stores separately. */
export function withoutAllocation(claim: ResourceClaim): ResourceClaim {
  if (claim.status.allocation === undefined) return claim;
  const { allocation: _held, devices: _reported, ...status } = claim.status;
  return { ...claim, status };
}
