// Finds the claims of a pod that its PodGroup shares (KEP-5729). Source: BindTo in resourceclaim of k8s.io/dynamic-resource-allocation
// v0.37.2.

import { objectName } from '../../core/api/meta.js';
import type { Pod, PodResourceClaim, PodSpec } from '../../core/api/pod.js';
import { type PodGroup, SCHEDULING_GROUP } from '../../core/api/pod-group.js';
import type { PodResourceClaimStatus } from '../../core/api/pod-status.js';
import type { ConsumerReference, ResourceClaim } from '../../core/api/resource-claim.js';
import { type ClaimOwner, groupOwner } from './claim-owner.js';
import { controllerOf, objectKey } from './ownership.js';

/** Names of made claims, by the pod's name for each claim. Undefined for an entry that needed no claim. */
export type RecordedNames = ReadonlyMap<string, string | undefined>;

/** Returns the claim names in a status. */
export function recordedNames(statuses: readonly PodResourceClaimStatus[]): RecordedNames {
  return new Map(statuses.map((entry) => [entry.name, entry.resourceClaimName]));
}

/** A pod group and the claims that its pods share. */
export class ClaimSharers {
  readonly owner: ClaimOwner;
  readonly recorded: RecordedNames;
  /** The reference to the group, for which shared claims are reserved. */
  readonly consumer: ConsumerReference;
  readonly #shared: ReadonlySet<string>;

  constructor(group: PodGroup) {
    this.owner = groupOwner(group);
    const { name, uid } = group.metadata;
    this.consumer = { apiGroup: SCHEDULING_GROUP, resource: 'podgroups', name, uid };
    this.recorded = recordedNames(group.status.resourceClaimStatuses);
    this.#shared = new Set(group.spec.resourceClaims.map(entryKey));
  }

  /** Returns whether the group shares a claim of a pod: it has the same name, and names the same claim or template. */
  share(podClaim: PodResourceClaim): boolean {
    return this.#shared.has(entryKey(podClaim));
  }
}

function entryKey({ name, resourceClaimName, resourceClaimTemplateName }: PodResourceClaim): string {
  return JSON.stringify([name, resourceClaimName ?? null, resourceClaimTemplateName ?? null]);
}

/** The pod groups of a cluster by namespace and name. */
export class PodGroups {
  readonly #groups: ReadonlyMap<string, ClaimSharers>;

  constructor(groups: readonly PodGroup[]) {
    this.#groups = new Map(groups.map((group) => [objectKey(group.metadata.namespace, group.metadata.name), new ClaimSharers(group)]));
  }

  /** Returns the group of pods with this spec; undefined if they have none or it does not exist. */
  of(namespace: string, spec: PodSpec): ClaimSharers | undefined {
    const name = groupNameOf(spec);
    return name === undefined ? undefined : this.#groups.get(objectKey(namespace, name));
  }
}

/** Returns the name of the group of pods with this spec. */
export function groupNameOf({ schedulingGroup }: PodSpec): string | undefined {
  return schedulingGroup?.podGroupName || undefined;
}

/**
 * Returns why a claim in the status of a pod does not belong to that pod, in the words of IsForPod in resourceclaim of
 * k8s.io/dynamic-resource-allocation v0.37.2. Objects without a uid were never stored by a cluster, so they may belong
 * together.
 */
export function whyNotForPod(claim: ResourceClaim, pod: Pod, acceptsPodGroup: boolean): string | undefined {
  const { metadata } = claim;
  const owner = controllerOf(claim);
  const isUnknown = pod.metadata.uid === '' || (owner === undefined ? metadata.uid === '' : owner.uid === '');
  if (isUnknown || owner?.uid === pod.metadata.uid) return undefined;
  const group = acceptsPodGroup ? groupNameOf(pod.spec) : undefined;
  if (group !== undefined && owner?.kind === 'PodGroup' && owner.name === group) return undefined;
  const reason = group === undefined ? 'Pod is not owner' : `neither Pod nor PodGroup ${group} is the owner`;
  return `ResourceClaim ${objectName(metadata)} was not created for Pod ${objectName(pod.metadata)} (${reason})`;
}
