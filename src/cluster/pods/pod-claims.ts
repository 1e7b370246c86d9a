// The claims of a pod in a cluster: only the objects that may concern it are looked at, however many there are.

import type { DeviceClass } from '../../api/device-class.js';
import { objectName } from '../../api/meta.js';
import type { Pod } from '../../api/pod.js';
import type { PodGroup } from '../../api/pod-group.js';
import type { DeviceRequest, ResourceClaim } from '../../api/resource-claim.js';
import type { Features } from '../../features/features.js';
import type { Rejection } from '../../filters/filter.js';
import { ClaimFinder, type FoundClaims } from '../../schedule/claim-finder.js';
import { type ClaimOwner, groupOwner, identityOf, podOwner } from '../../schedule/claim-owner.js';
import { wantedResources } from '../../schedule/extended-resources.js';
import { groupNameOf } from '../../schedule/pod-groups.js';
import type { QuotaLedger } from '../../schedule/quota.js';
import { claimBaseName, extendedBaseName, numberedName } from '../../schedule/template.js';
import { claimKey } from '../claims.js';
import type { PodObjectKind, PodObjectKinds } from './pod-objects.js';

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
  /** Asked for where extended resources are wanted. */
  readonly deviceClasses: () => readonly DeviceClass[];
  readonly features: Features;
}

/** Finds or makes the claims of a pod, the same each time while the cluster stays as it is. */
export function findClaims(pod: Pod, { objects, quotas, deviceClasses, features }: ClaimSources): FoundClaims {
  const group = groupOf(pod, objects);
  const owners = [podOwner(pod), ...(group === undefined ? [] : [groupOwner(group)])];
  const keys = new Set<string>([...keysBySpec(pod), ...keysByStatus(pod, group)]);
  for (const owner of owners) {
    for (const key of objects.ownedBy(identityOf(owner))) keys.add(key);
    for (const base of baseNames(owner, pod)) {
      for (let number = 1; ; number++) {
        const key = keyIn(pod, numberedName(base, number));
        if (objects.get('ResourceClaim', key) === undefined) break;
        keys.add(key);
      }
    }
  }
  const templates = pod.spec.resourceClaims.flatMap(({ resourceClaimTemplateName: name }) =>
    name === undefined ? [] : (objects.get('ResourceClaimTemplate', keyIn(pod, name)) ?? []),
  );
  const finder = new ClaimFinder({
    ...(quotas === undefined ? {} : { quotas }),
    pods: [],
    podGroups: group === undefined ? [] : [group],
    deviceClasses: wantedResources(pod.spec).size === 0 ? [] : deviceClasses(),
    resourceClaims: [...keys].flatMap((key) => objects.get('ResourceClaim', key)?.claim ?? []),
    resourceClaimTemplates: templates,
    features,
  });
  return finder.claimsOf(pod);
}

function groupOf(pod: Pod, objects: ClaimObjects): PodGroup | undefined {
  const name = groupNameOf(pod.spec);
  return name === undefined ? undefined : objects.get('PodGroup', keyIn(pod, name));
}

function keyIn({ metadata: { namespace } }: Pod, name: string): string {
  return claimKey({ metadata: { namespace, name } });
}

function keysBySpec(pod: Pod): string[] {
  return pod.spec.resourceClaims.flatMap(({ resourceClaimName: name }) => (name === undefined ? [] : [keyIn(pod, name)]));
}

function keysByStatus(pod: Pod, group: PodGroup | undefined): string[] {
  const statuses = [...pod.status.resourceClaimStatuses, ...(group?.status.resourceClaimStatuses ?? [])];
  const names = [...statuses.map(({ resourceClaimName }) => resourceClaimName), pod.status.extendedResourceClaimStatus?.resourceClaimName];
  return names.flatMap((name) => (name === undefined ? [] : [keyIn(pod, name)]));
}

/** The names that claims which are made for a pod or its group begin with. */
function baseNames({ kind, metadata: { name } }: ClaimOwner, { spec }: Pod): string[] {
  const made = spec.resourceClaims.flatMap((entry) =>
    entry.resourceClaimTemplateName === undefined ? [] : [claimBaseName(name, entry.name)],
  );
  return kind === 'Pod' ? [...made, extendedBaseName(name)] : made;
}

/** The reason why no node will do, as far as claims have one before nodes are looked at. `claims`: those that were found, as the cluster knows them. */
export function claimsRefusal(
  { problem }: FoundClaims,
  claims: readonly ResourceClaim[],
  deviceClasses: { get(name: string): DeviceClass | undefined },
): Rejection | undefined {
  if (problem !== undefined) {
    return { code: 'claims', message: problem.message, ...(problem.hint === undefined ? {} : { detail: problem.hint }) };
  }
  for (const claim of claims) {
    if (claim.status.allocation !== undefined) continue;
    for (const request of claim.spec.devices.requests) {
      const missing = missingClass(request, deviceClasses);
      if (missing !== undefined) return { code: 'claims', message: missing, detail: `claim ${objectName(claim.metadata)}` };
    }
  }
  return undefined;
}

function missingClass(
  { name, exactly, firstAvailable }: DeviceRequest,
  deviceClasses: { get(name: string): DeviceClass | undefined },
): string | undefined {
  const wanted = exactly === undefined ? firstAvailable.map((each) => ({ ...each, name: `${name}/${each.name}` })) : [{ ...exactly, name }];
  const missing = wanted.find(({ deviceClassName }) => deviceClasses.get(deviceClassName) === undefined);
  return missing && `request ${missing.name}: device class ${missing.deviceClassName} does not exist`;
}
