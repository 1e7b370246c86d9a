// Edits for a claim that the pod cannot share with its other consumers, for example because the claim has too many. The
// PodGroup shares the claim, or the pod has a separate claim.

import { encodeResourceClaim } from '../../../core/api/encode.js';
import { metadataOf } from '../../../core/api/meta.js';
import type { PodResourceClaim } from '../../../core/api/pod.js';
import { MAX_GROUP_CLAIMS, type PodGroup } from '../../../core/api/pod-group.js';
import type { ResourceClaim, ResourceClaimTemplate } from '../../../core/api/resource-claim.js';
import { groupOwner, podOwner } from '../../../scheduler/pods/claim-owner.js';
import { ClaimSharers, groupNameOf } from '../../../scheduler/pods/pod-groups.js';
import { isReservedFor, MOST_CONSUMERS } from '../../../scheduler/pods/reservations.js';
import { claimBaseName, claimFromTemplate, freeNumberedName } from '../../../scheduler/pods/template.js';
import type { Change } from '../change.js';
import { jsonOf } from '../json-of.js';
import type { PlacedPod, PodOnNode } from '../pod-trial.js';
import type { Question } from '../question.js';
import { MOST } from './bounds.js';
import { type ClaimEdit, entryChange } from './claim-edit.js';

/** An entry of a pod that names a claim. */
interface NamedEntry {
  readonly place: number;
  readonly entry: PodResourceClaim;
  readonly claim: ResourceClaim;
  /** True if the claim has too many consumers. If false, its devices are for one pod, even within a group. */
  readonly isFull: boolean;
}

/** Returns edits after which the pod needs no separate reservation in a claim that it names. */
export function unsharedClaimEdits(question: Question, on: PodOnNode): readonly ClaimEdit[] {
  const { input } = question;
  const { pod, claimRules, info } = on;
  const entries = pod.spec.resourceClaims.slice(0, MOST.entriesOfPod).flatMap((entry, place): readonly NamedEntry[] => {
    const claim = input.claims.find(({ metadata }) => metadata.name === entry.resourceClaimName);
    const rejection = claim === undefined ? undefined : claimRules.rejectionOn(info.node, pod, [claim]);
    return claim === undefined || rejection === undefined ? [] : [{ entry, place, claim, isFull: rejection.code === 'binding' }];
  });
  if (entries.length === 0) return [];
  const group = groupOf(question, on);
  const placed = on.placed?.() ?? [];
  const isAlone = !placed.some(({ isOwn }) => isOwn);
  // Without the gate, a member of a group receives no claim from a template.
  const isBlocked = groupNameOf(pod.spec) !== undefined && !input.features.genericWorkload;
  return entries.flatMap((entry) => {
    const sharers = entry.isFull ? group : undefined;
    const ofGroup =
      sharers === undefined
        ? []
        : groupEdits(
            entry,
            sharers,
            placed.flatMap(({ pods }) => pods),
          );
    return [...ofGroup, ...(isAlone && !isBlocked ? templateEdits(question, entry, sharers, on) : [])];
  });
}

/** Returns the group of the pod if it can have one more claim: no controller makes the group, and the gates are on. */
function groupOf({ input, world }: Question, { pod }: PodOnNode): PodGroup | undefined {
  const { genericWorkload, workloadResourceClaims } = input.features;
  const name = groupNameOf(pod.spec);
  if (name === undefined || !genericWorkload || !workloadResourceClaims) return undefined;
  const group = world.podGroup?.({ namespace: pod.metadata.namespace, name });
  if (group === undefined || group.metadata.ownerReferences.length > 0) return undefined;
  return group.spec.resourceClaims.length < MAX_GROUP_CLAIMS ? group : undefined;
}

/** Returns the edit that adds the claim to the group, so that its pods are one consumer; empty if there are too many other consumers. */
function groupEdits({ entry, place, claim }: NamedEntry, group: PodGroup, placed: readonly PlacedPod[]): readonly ClaimEdit[] {
  const { name } = claim.metadata;
  const isTaken = group.spec.resourceClaims.some((one) => one.name === entry.name);
  const others = placed.filter((one) => !isMember(one, entry, group) && namesClaim(one, name) && !isReservedFor(one.pod, claim));
  // Members that were placed before then use the claim through the group.
  const members = new Set(placed.filter((one) => isMember(one, entry, group)).map(({ pod }) => pod.metadata.name));
  const left = claim.status.reservedFor.filter(({ resource, name: consumer }) => resource !== 'pods' || !members.has(consumer));
  if (isTaken || left.length + others.length >= MOST_CONSUMERS) return [];
  const reservedFor = [...left, new ClaimSharers(group).consumer];
  const to = { ...claim, status: { ...claim.status, reservedFor } };
  const text = `add claim ${entry.name} to PodGroup ${group.metadata.name}, with resourceClaimName ${name}: its pods count as one consumer of the claim`;
  const change = { ...groupChange(group, entry), swap: { from: name, to, joiningPods: [] } };
  return [{ edit: { kind: 'group', by: 'author', text, loss: place, changes: [change] }, node: undefined }];
}

function isMember({ pod }: PlacedPod, entry: PodResourceClaim, group: PodGroup): boolean {
  const isShared = pod.spec.resourceClaims.some((one) => one.name === entry.name && one.resourceClaimName === entry.resourceClaimName);
  return isShared && groupNameOf(pod.spec) === group.metadata.name;
}

function namesClaim({ pod }: PlacedPod, claim: string): boolean {
  return pod.spec.resourceClaims.some(({ resourceClaimName }) => resourceClaimName === claim);
}

/** Returns the edits that make a claim from a new template with the same spec, for the group or for the pod. */
function templateEdits(
  { world }: Question,
  { entry, place, claim }: NamedEntry,
  group: PodGroup | undefined,
  { pod }: PodOnNode,
): readonly ClaimEdit[] {
  const { namespace } = pod.metadata;
  const name = freeNumberedName(
    claim.metadata.name,
    (candidate) => world.has?.('ResourceClaimTemplate', { namespace, name: candidate }) === true,
  );
  const { apiVersion, spec } = encodeResourceClaim(claim);
  const object: ResourceClaimTemplate = { metadata: metadataOf(name, namespace), spec: { metadata: metadataOf(), spec: claim.spec } };
  const json = {
    apiVersion: apiVersion as string,
    kind: 'ResourceClaimTemplate',
    metadata: { name, namespace },
    spec: { spec: spec ?? null },
  };
  const creating: Change = { target: { kind: 'ResourceClaimTemplate', object }, operation: { op: 'create', path: [], json } };
  const template = { name: entry.name, resourceClaimTemplateName: name };
  const edit = (owner: PodGroup | undefined): ClaimEdit => {
    const claimOwner = owner === undefined ? podOwner(pod) : groupOwner(owner);
    const made = claimFromTemplate(object, claimOwner, entry.name, claimBaseName(claimOwner.metadata.name, entry.name));
    const swap = { from: claim.metadata.name, to: made, joiningPods: [] };
    const changes = [creating, entryChange(pod, place, template, swap), ...(owner === undefined ? [] : [groupChange(owner, template)])];
    const start = `create ResourceClaimTemplate ${name} with the spec of claim ${claim.metadata.name}, and set resourceClaimTemplateName of claim ${entry.name} to it`;
    const text =
      owner === undefined
        ? `${start}: the pod then has separate devices`
        : `${start} in the pod and in PodGroup ${owner.metadata.name}: the pods of the group then share a claim`;
    return { edit: { kind: owner === undefined ? 'template' : 'group', by: 'author', text, loss: place, changes }, node: undefined };
  };
  const isTaken = group?.spec.resourceClaims.some((one) => one.name === entry.name) === true;
  return [...(group === undefined || isTaken ? [] : [edit(group)]), edit(undefined)];
}

/** Returns the change that adds a claim to a group. */
function groupChange(group: PodGroup, value: PodResourceClaim): Change {
  return {
    target: { kind: 'PodGroup', object: group },
    operation: { op: 'append', path: ['spec', 'resourceClaims'], value, json: jsonOf(value) },
  };
}
