// PodGroups of pods: which claims of a pod are those of its group (KEP-5729). Source: BindTo in resourceclaim of
// k8s.io/dynamic-resource-allocation v0.37.2.

import { objectName } from '../../core/api/meta.js';
import type { Pod, PodResourceClaim, PodSpec } from '../../core/api/pod.js';
import { type PodGroup, SCHEDULING_GROUP } from '../../core/api/pod-group.js';
import type { PodResourceClaimStatus } from '../../core/api/pod-status.js';
import type { ConsumerReference, ResourceClaim } from '../../core/api/resource-claim.js';
import { type ClaimOwner, groupOwner } from './claim-owner.js';
import { controllerOf, objectKey } from './ownership.js';

/** Names of made claims by the pod's name for them; undefined where none was needed. */
export type RecordedNames = ReadonlyMap<string, string | undefined>;

/** The names that a status has. */
export function recordedNames(statuses: readonly PodResourceClaimStatus[]): RecordedNames {
  return new Map(statuses.map((entry) => [entry.name, entry.resourceClaimName]));
}

/** A pod group and the claims that its pods share. */
export class ClaimSharers {
  readonly owner: ClaimOwner;
  readonly recorded: RecordedNames;
  /** The reference to the group, for which the claims that its pods share are reserved. */
  readonly consumer: ConsumerReference;
  readonly #shared: ReadonlySet<string>;

  constructor(group: PodGroup) {
    this.owner = groupOwner(group);
    const { name, uid } = group.metadata;
    this.consumer = { apiGroup: SCHEDULING_GROUP, resource: 'podgroups', name, uid };
    this.recorded = recordedNames(group.status.resourceClaimStatuses);
    this.#shared = new Set(group.spec.resourceClaims.map(entryKey));
  }

  /** Returns whether a claim of a pod is one of the group: it has the same name, and names the same claim or the same template. */
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

  /** The group that pods of this spec belong to; undefined if they belong to none or it is not there. */
  of(namespace: string, spec: PodSpec): ClaimSharers | undefined {
    const name = groupNameOf(spec);
    return name === undefined ? undefined : this.#groups.get(objectKey(namespace, name));
  }
}

/** The name of the group that pods of this spec belong to. */
export function groupNameOf({ schedulingGroup }: PodSpec): string | undefined {
  return schedulingGroup?.podGroupName || undefined;
}

/**
 * Returns why a claim that the status of a pod names is not that pod's, in the words of IsForPod in resourceclaim of k8s.io/dynamic-resource-allocation v0.37.2. Objects
 * without a uid were not stored by a cluster: they may be meant for each other.
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
