// Finds or makes the claims of a pod in a cluster. Cost depends only on the objects that may concern the pod.

import { claimKey } from '../cluster/claims.js';
import type { PodObjectKind, PodObjectKinds } from '../cluster/pod-objects.js';
import type { Pod } from '../core/api/pod.js';
import type { PodGroup } from '../core/api/pod-group.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { Features } from '../core/features/features.js';
import { ClaimFinder, type FoundClaims } from '../scheduler/pods/claim-finder.js';
import { type ClaimOwner, groupOwner, identityOf, podOwner } from '../scheduler/pods/claim-owner.js';
import type { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { groupNameOf } from '../scheduler/pods/pod-groups.js';
import type { QuotaLedger } from '../scheduler/pods/quota.js';
import { claimBaseName, extendedBaseName, numberedName } from '../scheduler/pods/template.js';

/** Looks up single objects that the claims of pods depend on. */
export interface ClaimObjects {
  get<K extends PodObjectKind>(kind: K, name: string): PodObjectKinds[K] | undefined;
  /** Returns the keys of the claims that were made for a pod or a pod group. */
  ownedBy(identity: string): Iterable<string>;
}

/** The parts of a cluster that the claims of pods depend on. */
export interface ClaimSources {
  readonly objects: ClaimObjects;
  /** The quota accounts of the pod's namespace; undefined if no quota limits it. */
  readonly quotas: QuotaLedger | undefined;
  readonly extendedClasses: ExtendedResourceClasses;
  readonly features: Features;
}

/** Finds or makes the claims of a pod, deterministically while the cluster is unchanged. Each object is read as of its lookup. */
export function* findClaims(
  pod: Pod,
  { objects, quotas, extendedClasses, features }: ClaimSources,
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<FoundClaims> {
  const group = groupOf(pod, objects);
  const resourceClaims: ResourceClaim[] = [];
  for (const key of yield* claimKeys(pod, group, objects, checkpoint)) {
    const storedClaim = objects.get('ResourceClaim', key)?.claim;
    if (storedClaim !== undefined) resourceClaims.push(storedClaim);
    if (checkpoint.due()) yield;
  }
  const input = {
    ...(quotas === undefined ? {} : { quotas }),
    pods: [],
    podGroups: group === undefined ? [] : [group],
    deviceClasses: [],
    extendedClasses,
    resourceClaims,
    resourceClaimTemplates: yield* templatesOf(pod, objects, checkpoint),
    features,
  };
  const finder = yield* ClaimFinder.of(input, checkpoint);
  return yield* finder.claimsOf(pod, checkpoint);
}

/** Replaces claims that the caller found or made with their stored versions, if any. Each is read as of its lookup. */
export function* asStored(found: FoundClaims, objects: ClaimObjects, checkpoint: Checkpoint): Incremental<FoundClaims> {
  const stored = (claim: ResourceClaim): ResourceClaim => objects.get('ResourceClaim', claimKey(claim))?.claim ?? claim;
  const claims = yield* mapping(found.claims, stored, checkpoint);
  return { ...found, claims, ...(found.perNode === undefined ? {} : { perNode: found.perNode.withOwn(claims) }) };
}

function groupOf(pod: Pod, objects: ClaimObjects): PodGroup | undefined {
  const name = groupNameOf(pod.spec);
  return name === undefined ? undefined : objects.get('PodGroup', keyIn(pod, name));
}

function keyIn({ metadata: { namespace } }: Pod, name: string): string {
  return claimKey({ metadata: { namespace, name } });
}

/** Returns the keys of all claims that may belong to a pod. */
function* claimKeys(
  pod: Pod,
  group: PodGroup | undefined,
  objects: ClaimObjects,
  checkpoint: Checkpoint,
): Incremental<ReadonlySet<string>> {
  const keys = new Set<string>();
  const { spec, status } = pod;
  for (const entries of [spec.resourceClaims, status.resourceClaimStatuses, group?.status.resourceClaimStatuses ?? []]) {
    for (const { resourceClaimName } of entries) {
      if (resourceClaimName !== undefined) keys.add(keyIn(pod, resourceClaimName));
      if (checkpoint.due()) yield;
    }
  }
  const extended = status.extendedResourceClaimStatus?.resourceClaimName;
  if (extended !== undefined) keys.add(keyIn(pod, extended));
  for (const owner of group === undefined ? [podOwner(pod)] : [podOwner(pod), groupOwner(group)]) {
    yield* addMade(keys, owner, pod, objects, checkpoint);
  }
  return keys;
}

/** Adds the keys of the claims that may have been made for an owner. */
function* addMade(keys: Set<string>, owner: ClaimOwner, pod: Pod, objects: ClaimObjects, checkpoint: Checkpoint): Incremental<void> {
  for (const key of [...objects.ownedBy(identityOf(owner))]) {
    keys.add(key);
    if (checkpoint.due()) yield;
  }
  for (const base of yield* baseNames(owner, pod, checkpoint)) {
    for (let number = 1; ; number++) {
      const key = keyIn(pod, numberedName(base, number));
      if (checkpoint.due()) yield;
      if (objects.get('ResourceClaim', key) === undefined) break;
      keys.add(key);
    }
  }
}

/** Returns the name prefixes of the claims that are made for a pod or its group. */
function* baseNames({ kind, metadata: { name } }: ClaimOwner, { spec }: Pod, checkpoint: Checkpoint): Incremental<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const entry of spec.resourceClaims) {
    if (entry.resourceClaimTemplateName !== undefined) names.add(claimBaseName(name, entry.name));
    if (checkpoint.due()) yield;
  }
  if (kind === 'Pod') names.add(extendedBaseName(name));
  return names;
}

/** Returns each template that a pod names, once. */
function* templatesOf(pod: Pod, objects: ClaimObjects, checkpoint: Checkpoint): Incremental<readonly ResourceClaimTemplate[]> {
  const templates = new Set<ResourceClaimTemplate>();
  for (const { resourceClaimTemplateName: name } of pod.spec.resourceClaims) {
    const template = name === undefined ? undefined : objects.get('ResourceClaimTemplate', keyIn(pod, name));
    if (template !== undefined) templates.add(template);
    if (checkpoint.due()) yield;
  }
  return [...templates];
}
