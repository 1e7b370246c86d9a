// Pods that spec.nodeName assigns to a node. kube-scheduler skips them: it checks no filter and allocates no claim for them.

import type { Pod } from '../../core/api/pod.js';
import type { PodSet } from '../../core/api/pod-sets.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { shorten, some } from '../../core/base/words.js';
import type { GroupProblem } from './named-objects.js';

/** The most claims in a message; others are only counted. */
const MAX_CLAIMS = 3;
/** Longer names are cut. */
const MAX_NAME = 80;

/** Advice for the author of an assigned pod with pending claims. */
export const ASSIGNED_HINT = 'use a node selector in place of spec.nodeName';

/** Returns whether a pod has a node: the scheduler bound it, or its author assigned it. */
export function isAssigned({ spec }: Pick<Pod, 'spec'>): boolean {
  return spec.nodeName !== '';
}

/** Returns whether a pod has a node and does not run yet. */
export function isStarting(pod: Pod): boolean {
  return isAssigned(pod) && pod.status.phase !== 'Running';
}

/** Returns whether the pod of a group has a node but lacks claims. */
export function lacksClaims({ pod, problem }: { readonly pod?: Pod; readonly problem?: GroupProblem }): boolean {
  return pod !== undefined && problem !== undefined && isStarting(pod);
}

/** Returns whether the pods of a set have a node from their creation. */
export function assignsPods({ template }: PodSet): boolean {
  return isAssigned(template);
}

/**
 * Returns why claims of a pod stay unallocated: the pod has a node, so no scheduler considers it. `unallocated`: its claims
 * without an allocation. Returns undefined if the pod has no node, if all its claims are allocated, or if it runs. For a
 * running pod, the input lacks its claims. Source: kubernetes.io, "Allocate Devices to Workloads with DRA", pre-scheduled pods.
 */
export function whyUnallocated(pod: Pod, unallocated: readonly ResourceClaim[], isNode: (name: string) => boolean): string | undefined {
  if (!isStarting(pod) || unallocated.length === 0) return undefined;
  const names = unallocated.map(({ metadata }) => metadata.name);
  const claims = names.length === 1 ? `claim ${names[0]} stays` : `claims ${some(names, MAX_CLAIMS)} stay`;
  const node = `node ${shorten(pod.spec.nodeName, MAX_NAME)}`;
  const where = isNode(pod.spec.nodeName) ? ` on ${node}` : `, and ${node} is not in the input`;
  return `${BYPASS}: ${claims} unallocated${where}`;
}

/** Returns a note on pods without claims that owners make with a node. */
export function assignedNote(nodeName: string, isNode: (name: string) => boolean): string {
  const node = `node ${shorten(nodeName, MAX_NAME)}`;
  return isNode(nodeName)
    ? `${BYPASS}: its pods use resources of ${node} without the checks of the scheduler`
    : `${BYPASS}: its pods belong to ${node}, which is not in the input`;
}

/** Returns a note on a pod with a node that requests an extended resource of a DeviceClass. Only the scheduler creates claims for it. */
export function noClaimNote(resource: string): string {
  return `${BYPASS}: no claim is created for extended resource ${shorten(resource, MAX_NAME)}, so the pod has no device of it`;
}

const BYPASS = 'spec.nodeName bypasses kube-scheduler';
