// Edits of persistent volume claims, and of volumes that could serve them. The spec of a stored claim cannot change: it is created again.

import { objectName } from '../../../core/api/meta.js';
import type { PersistentVolume } from '../../../core/api/persistent-volume.js';
import {
  BETA_STORAGE_CLASS,
  BIND_COMPLETED,
  type PersistentVolumeClaim,
  SELECTED_NODE,
} from '../../../core/api/persistent-volume-claim.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { Json, PathStep } from '../../../core/base/json.js';
import { firstOf } from '../../../core/base/lists.js';
import { nearestName } from '../../../core/base/nearest-name.js';
import { inList, shorten, shownName } from '../../../core/base/words.js';
import type { Quantity } from '../../../core/quantity/quantity.js';
import { capacityOf, hasModes, modesOf, requestedStorage } from '../../../scheduler/volumes/matching-volumes.js';
import { isBound } from '../../../scheduler/volumes/new-claims.js';
import { limitOf } from '../../../scheduler/volumes/provisioning.js';
import { classOfClaim, classOfVolume, defaultClass } from '../../../scheduler/volumes/storage-classes.js';
import type { Change } from '../change.js';
import type { Edit, EditKind } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

/** Returns the edits of a claim of the pod. */
export function* volumeClaimEdits(subject: PodSubject, claim: PersistentVolumeClaim): Incremental<readonly Edit[]> {
  const { storage } = subject.on.cluster;
  if (claim.status.phase === 'Lost' || isBound(claim)) return recreation(claim, storage.volume(claim.spec.volumeName));
  return [
    ...selectedNodeEdits(claim),
    ...(yield* classEdits(subject, claim)),
    ...(yield* sizeAndModeEdits(subject, claim)),
    ...(yield* releaseEdits(subject, claim)),
  ];
}

/** Returns the edit that makes a claim again without its volume. It does not have the data of the old volume. */
function recreation(claim: PersistentVolumeClaim, volume: PersistentVolume | undefined): readonly Edit[] {
  const name = shownName(claim.spec.volumeName);
  const why = volume === undefined ? `its volume ${name} does not exist` : `the new claim does not have the data of volume ${name}`;
  return [
    {
      ...edit('recreation', `delete and recreate ${claimText(claim)}: ${why}`, changesOf(claim, [])),
      ...(volume === undefined ? {} : { givesUp: true }),
    },
  ];
}

/** Returns the edit that lets the scheduler select another node for the volume of a claim. */
function selectedNodeEdits(claim: PersistentVolumeClaim): readonly Edit[] {
  const node = claim.metadata.annotations[SELECTED_NODE];
  if (node === undefined) return [];
  const text = `remove the annotation ${SELECTED_NODE} from ${claimText(claim)}: no volume was provisioned on node ${shownName(node)} yet`;
  return [{ ...edit('release', text, [removal(claim, ['metadata', 'annotations', SELECTED_NODE])]), by: 'admin' }];
}

/** Returns the edits of the class of a claim: a similar name, the default class, or another class. */
function* classEdits({ on, checkpoint }: PodSubject, claim: PersistentVolumeClaim): Incremental<readonly Edit[]> {
  const { storage } = on.cluster;
  if (claim.metadata.annotations[BETA_STORAGE_CLASS] !== undefined) return [];
  const className = classOfClaim(claim);
  const names = storage.storageClasses.slice(0, MOST.volumesOfClass).map(({ metadata }) => metadata.name);
  const isMissing = className !== '' && storage.storageClass(className) === undefined;
  const near = isMissing ? nearestName(className, names) : undefined;
  const byDefault = (yield* defaultClass(storage.storageClasses, checkpoint))?.metadata.name;
  const others = [...new Set([...(byDefault === undefined ? [] : [byDefault]), ...names])].filter(
    (name) => name !== className && name !== near,
  );
  const instead = className === '' ? '' : ` instead of ${shownName(className)}${isMissing ? ', which does not exist' : ''}`;
  const ofClass = (name: string, which = ''): string => usingText(claim, `the ${which}storage class ${name}${instead}`);
  const change = (name: string): readonly Change[] => changesOf(claim, [['storageClassName', name]]);
  return [
    ...(near === undefined ? [] : [{ ...edit('name', ofClass(near), change(near)), relaxes: true }]),
    ...others.slice(0, MOST.storageClasses).map((name, loss): Edit => {
      const text = ofClass(name, name === byDefault ? 'default ' : '');
      return { ...edit('storage', text, change(name)), loss, ...(isMissing || className === '' ? {} : { givesUp: true }) };
    }),
  ];
}

/** Returns the edits that request less storage, or the access modes of a free volume. */
function* sizeAndModeEdits({ on, checkpoint }: PodSubject, claim: PersistentVolumeClaim): Incremental<readonly Edit[]> {
  const { storage } = on.cluster;
  const className = classOfClaim(claim);
  const requested = requestedStorage(claim);
  const sizes: { readonly size: Quantity; readonly why: string }[] = [];
  const modes = new Map<string, PersistentVolume>();
  for (const volume of firstOf(storage.freeVolumes(className), MOST.volumesOfClass)) {
    const size = capacityOf(volume);
    if (size.compare(requested) < 0) sizes.push({ size, why: `the size of volume ${volume.metadata.name}` });
    if (!hasModes(volume, modesOf(claim))) modes.set(volume.spec.accessModes.join(), volume);
    if (checkpoint.due()) yield;
  }
  for (const capacity of firstOf(storage.capacitiesOfClass(className), MOST.volumesOfClass)) {
    const size = limitOf(capacity);
    if (size !== undefined && size.compare(requested) < 0 && size.value() > 0n)
      sizes.push({ size, why: `the amount that class ${className} has left` });
    if (checkpoint.due()) yield;
  }
  const largest = sizes.toSorted((left, right) => right.size.compare(left.size)).slice(0, MOST.sizes);
  return [
    ...largest.map(({ size, why }, loss): Edit => {
      const text = usingText(claim, `${amountText(size)} of storage instead of ${amountText(requested)}, ${why}`);
      return { ...edit('amount', text, changesOf(claim, [['resources', 'requests', 'storage', size]])), loss };
    }),
    ...firstOf(modes.values(), MOST.sizes).map((volume): Edit => {
      const { accessModes } = volume.spec;
      const text = usingText(
        claim,
        `the access mode of volume ${volume.metadata.name}, ${inList(accessModes)}, instead of ${inList(claim.spec.accessModes)}`,
      );
      return { ...edit('storage', text, changesOf(claim, [['accessModes', accessModes]])), givesUp: true };
    }),
  ];
}

/** Returns the edits that release a volume from a claim that does not exist any more. */
function* releaseEdits({ on, checkpoint }: PodSubject, claim: PersistentVolumeClaim): Incremental<readonly Edit[]> {
  const { storage } = on.cluster;
  const edits: Edit[] = [];
  const className = classOfClaim(claim);
  for (const object of firstOf(storage.volumes(), MOST.volumeClaims)) {
    if (checkpoint.due()) yield;
    const { claimRef } = object.spec;
    if (edits.length >= MOST.sizes || claimRef === undefined || classOfVolume(object) !== className) continue;
    const owner = storage.claim(claimRef.namespace, claimRef.name);
    if (owner !== undefined && (claimRef.uid === '' || claimRef.uid === owner.metadata.uid)) continue;
    const target = { kind: 'PersistentVolume', object } as const;
    const text = `remove claimRef from volume ${shownName(object.metadata.name)}, which is released from volume claim ${objectName(claimRef)}`;
    const phase: Change = { target, operation: { op: 'replace', path: ['status', 'phase'], value: 'Available', json: 'Available' } };
    edits.push({ ...edit('release', text, [{ target, operation: { op: 'remove', path: ['spec', 'claimRef'] } }, phase]), by: 'admin' });
  }
  return edits;
}

/** Fields of the spec of a claim: the path and the value of each. */
type SpecFields = readonly (readonly [...path: PathStep[], value: unknown])[];

/** Returns the changes that create a claim again with other fields. The new claim has no identity, volume and status. */
function changesOf(claim: PersistentVolumeClaim, fields: SpecFields): readonly Change[] {
  const { metadata, status } = claim;
  const target = { kind: 'PersistentVolumeClaim', object: claim } as const;
  return [
    ...fields.map((field): Change => {
      const value = field.at(-1);
      const json = (typeof value === 'object' && value !== null && !Array.isArray(value) ? String(value) : value) as Json;
      return { target, operation: { op: 'add', path: ['spec', ...(field.slice(0, -1) as PathStep[])], value, json } };
    }),
    ...(metadata.uid === '' ? [] : [removal(claim, ['metadata', 'uid'], '')]),
    ...(metadata.annotations[BIND_COMPLETED] ? [removal(claim, ['metadata', 'annotations', BIND_COMPLETED], false)] : []),
    ...(metadata.annotations[SELECTED_NODE] === undefined ? [] : [removal(claim, ['metadata', 'annotations', SELECTED_NODE])]),
    ...(isBound(claim) || status.phase === 'Lost' ? [removal(claim, ['spec', 'volumeName'], '')] : []),
    ...(status.phase === 'Lost' || status.phase === 'Bound' ? [removal(claim, ['status', 'phase'], '')] : []),
  ];
}

function removal(object: PersistentVolumeClaim, path: readonly PathStep[], absent?: unknown): Change {
  return { target: { kind: 'PersistentVolumeClaim', object }, operation: { op: 'remove', path, absent } };
}

function edit(kind: EditKind, text: string, changes: readonly Change[]): Edit {
  return { kind, by: 'author', text, loss: 0, changes };
}

function amountText(amount: Quantity): string {
  return shorten(amount.toString(), MOST.charactersOfAmount);
}

/** Describes the changed fields of a claim. The spec of a stored claim cannot change. */
function usingText(claim: PersistentVolumeClaim, what: string): string {
  return claim.metadata.uid === '' ? `use ${what}, in ${claimText(claim)}` : `recreate ${claimText(claim)} with ${what}`;
}

/** Names a claim in texts. The name must not look like a ResourceClaim. */
export function claimText({ metadata }: PersistentVolumeClaim): string {
  return `volume claim ${shownName(objectName(metadata))}`;
}
