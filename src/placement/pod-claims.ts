// The claims of a pod in a cluster: only the objects that may concern it are looked at, however many there are.

import { claimKey } from '../cluster/claims.js';
import type { PodObjectKind, PodObjectKinds } from '../cluster/pod-objects.js';
import type { Pod } from '../core/api/pod.js';
import type { PodGroup } from '../core/api/pod-group.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import type { Features } from '../core/features/features.js';
import { ClaimFinder, type FoundClaims } from '../scheduler/pods/claim-finder.js';
import { type ClaimOwner, groupOwner, identityOf, podOwner } from '../scheduler/pods/claim-owner.js';
import type { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { groupNameOf } from '../scheduler/pods/pod-groups.js';
import type { QuotaLedger } from '../scheduler/pods/quota.js';
import { claimBaseName, extendedBaseName, numberedName } from '../scheduler/pods/template.js';

/** The objects that claims of pods depend on, one by one. */
export interface ClaimObjects {
  get<K extends PodObjectKind>(kind: K, name: string): PodObjectKinds[K] | undefined;
  /** The keys of the claims that were made for a pod or a pod group. */
  ownedBy(identity: string): Iterable<string>;
}

/** The parts of a cluster that claims of pods depend on. */
export interface ClaimSources {
  readonly objects: ClaimObjects;
  /** The accounts of the namespace of the pod; undefined: no quota limits it. */
  readonly quotas: QuotaLedger | undefined;
  readonly extendedClasses: ExtendedResourceClasses;
  readonly features: Features;
}

/** Finds or makes the claims of a pod, the same each time while the cluster stays as it is. In slices each object is taken as of when it is looked up. */
export function findClaims(
  pod: Pod,
  { objects, quotas, extendedClasses, features }: ClaimSources,
  checkpoint: Checkpoint = UNLIMITED,
): FoundClaims {
  const group = checkpoint.keep(() => groupOf(pod, objects));
  const resourceClaims = checkpoint.keep((): ResourceClaim[] => []);
  checkpoint.forEachOf(claimKeys(pod, group, objects, checkpoint), (key) => {
    const known = objects.get('ResourceClaim', key)?.claim;
    if (known !== undefined) resourceClaims.push(known);
  });
  const input = {
    ...(quotas === undefined ? {} : { quotas }),
    pods: [],
    podGroups: group === undefined ? [] : [group],
    deviceClasses: [],
    extendedClasses,
    resourceClaims,
    resourceClaimTemplates: templatesOf(pod, objects, checkpoint),
    features,
  };
  const finder = checkpoint.keep(() => new ClaimFinder(input, checkpoint));
  return finder.claimsOf(pod, checkpoint);
}

/** The claims that a caller found or made, as the cluster stores those that it has. In slices each is taken as of when it is looked up. */
export function asStored(found: FoundClaims, objects: ClaimObjects, checkpoint: Checkpoint): FoundClaims {
  const claims = checkpoint.map(found.claims, (claim) => objects.get('ResourceClaim', claimKey(claim))?.claim ?? claim);
  return checkpoint.keep(() => ({ ...found, claims, ...(found.perNode === undefined ? {} : { perNode: found.perNode.withOwn(claims) }) }));
}

function groupOf(pod: Pod, objects: ClaimObjects): PodGroup | undefined {
  const name = groupNameOf(pod.spec);
  return name === undefined ? undefined : objects.get('PodGroup', keyIn(pod, name));
}

function keyIn({ metadata: { namespace } }: Pod, name: string): string {
  return claimKey({ metadata: { namespace, name } });
}

/** The keys of the claims that may be those of a pod. */
function claimKeys(pod: Pod, group: PodGroup | undefined, objects: ClaimObjects, checkpoint: Checkpoint): ReadonlySet<string> {
  const keys = checkpoint.keep(() => new Set<string>());
  const add = (name: string | undefined): void => {
    if (name !== undefined) keys.add(keyIn(pod, name));
  };
  checkpoint.forEach(pod.spec.resourceClaims, ({ resourceClaimName }) => add(resourceClaimName));
  checkpoint.forEach(pod.status.resourceClaimStatuses, ({ resourceClaimName }) => add(resourceClaimName));
  checkpoint.forEach(group?.status.resourceClaimStatuses ?? [], ({ resourceClaimName }) => add(resourceClaimName));
  add(pod.status.extendedResourceClaimStatus?.resourceClaimName);
  for (const owner of [podOwner(pod), ...(group === undefined ? [] : [groupOwner(group)])]) {
    const owned = checkpoint.keep(() => [...objects.ownedBy(identityOf(owner))]);
    checkpoint.forEach(owned, (key) => keys.add(key));
    checkpoint.forEachOf(baseNames(owner, pod, checkpoint), (base) => {
      for (let number = 1; ; number++) {
        const key = keyIn(pod, numberedName(base, number));
        if (objects.get('ResourceClaim', key) === undefined) break;
        keys.add(key);
      }
    });
  }
  return keys;
}

/** The names that claims which are made for a pod or its group begin with. */
function baseNames({ kind, metadata: { name } }: ClaimOwner, { spec }: Pod, checkpoint: Checkpoint): ReadonlySet<string> {
  const names = checkpoint.keep(() => new Set<string>());
  checkpoint.forEach(spec.resourceClaims, (entry) => {
    if (entry.resourceClaimTemplateName !== undefined) names.add(claimBaseName(name, entry.name));
  });
  if (kind === 'Pod') names.add(extendedBaseName(name));
  return names;
}

/** The templates that a pod names, each once. */
function templatesOf(pod: Pod, objects: ClaimObjects, checkpoint: Checkpoint): readonly ResourceClaimTemplate[] {
  const templates = checkpoint.keep(() => new Set<ResourceClaimTemplate>());
  checkpoint.forEach(pod.spec.resourceClaims, ({ resourceClaimTemplateName: name }) => {
    const template = name === undefined ? undefined : objects.get('ResourceClaimTemplate', keyIn(pod, name));
    if (template !== undefined) templates.add(template);
  });
  return checkpoint.keep(() => [...templates]);
}
