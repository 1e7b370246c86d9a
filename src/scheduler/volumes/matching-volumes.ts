// The free volumes that suit a claim. Source: FindMatchingVolume of k8s.io/component-helpers v0.37.1, storage/volume, with the gate
// VolumeAttributesClass on. The scheduler's choice among volumes of equal size is random; here it is the first one.

import { type LabelPredicate, parsingLabelSelector, SELECTS_ALL } from '../../core/api/label-selector.js';
import type { Node } from '../../core/api/node.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { NodeIndex } from './node-index.js';
import { labelOfReaching, reaching } from './reachable-nodes.js';
import { classOfClaim, classOfVolume } from './storage-classes.js';
import type { StorageObjects } from './storage-objects.js';

const NO_STORAGE = Quantity.fromInt64(0n, 'BinarySI');

/** Returns the storage that a claim requests; 0 if it requests none. */
export function requestedStorage({ spec }: PersistentVolumeClaim): Quantity {
  return spec.resources.requests.storage ?? NO_STORAGE;
}

/** Returns the capacity of a volume; 0 if it has none. */
export function capacityOf({ spec }: PersistentVolume): Quantity {
  return spec.capacity.storage ?? NO_STORAGE;
}

/** Returns whether a volume is bound to a claim, or reserved for it. */
export function isForClaim({ spec: { claimRef } }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  if (claimRef === undefined || claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return claimRef.uid === '' || claimRef.uid === metadata.uid;
}

/** Returns whether a claim can be bound to a volume, apart from the access modes and the nodes. */
function canHold(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { metadata, spec } = volume;
  return (
    capacityOf(volume).compare(requestedStorage(claim)) >= 0 &&
    (spec.volumeMode || FILE_SYSTEM) === (claim.spec.volumeMode || FILE_SYSTEM) &&
    spec.volumeAttributesClassName === claim.spec.volumeAttributesClassName &&
    metadata.deletionTimestamp === undefined
  );
}

const FILE_SYSTEM = 'Filesystem';

/** Returns whether a volume is free. The volume controller makes a new volume available. */
function isAvailable({ metadata, status: { phase } }: PersistentVolume): boolean {
  return phase === 'Available' || (phase === '' && metadata.uid === '');
}

/** Returns the access modes that a claim requests, each once. */
export function modesOf({ spec }: PersistentVolumeClaim): readonly string[] {
  return [...new Set(spec.accessModes)];
}

/** Returns whether a volume has every access mode of a claim. */
export function hasModes({ spec }: PersistentVolume, modes: readonly string[]): boolean {
  return modes.every((mode) => spec.accessModes.includes(mode));
}

/** The volumes for a claim. */
export interface VolumesOfClaim {
  /** Volumes that are reserved for the claim, in the order of the cluster. If there are any, the claim is bound to no other volume. */
  readonly reserved: readonly PersistentVolume[];
  /** Free volumes that suit the claim, the smallest first. */
  readonly free: readonly PersistentVolume[];
}

/** Returns the volumes of its class for a claim. */
export function* volumesOfClaim(
  claim: PersistentVolumeClaim,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<VolumesOfClaim> {
  const className = classOfClaim(claim);
  const { namespace, name } = claim.metadata;
  const isReserved = (volume: PersistentVolume): boolean =>
    isForClaim(volume, claim) && classOfVolume(volume) === className && canHold(volume, claim);
  const reserved = yield* filtering(storage.volumesReservedFor(namespace, name), isReserved, checkpoint);
  const { selector } = claim.spec;
  const matches: LabelPredicate = selector === undefined ? SELECTS_ALL : (yield* parsingLabelSelector(selector, checkpoint)).matches;
  const suits = (volume: PersistentVolume): boolean => isAvailable(volume) && canHold(volume, claim) && matches(volume.metadata.labels);
  const free = yield* filtering(storage.freeVolumes(className), suits, checkpoint);
  return { reserved, free: yield* sorting(free, (left, right) => capacityOf(left).compare(capacityOf(right)), checkpoint) };
}

/** Finds the volume of a claim on each node. */
export class MatchingVolumes {
  readonly #reserved: readonly PersistentVolume[];
  readonly #free = new NodeIndex<PersistentVolume>();

  private constructor(reserved: readonly PersistentVolume[]) {
    this.#reserved = reserved;
  }

  static *of(claim: PersistentVolumeClaim, storage: StorageObjects, checkpoint: Checkpoint): Incremental<MatchingVolumes> {
    const { reserved, free } = yield* volumesOfClaim(claim, storage, checkpoint);
    const matching = new MatchingVolumes(reserved);
    const modes = modesOf(claim);
    for (let index = 0; index < free.length; index++) {
      const volume = free[index] as PersistentVolume;
      if (hasModes(volume, modes)) matching.#free.add(volume, labelOfReaching(volume));
      if (checkpoint.due()) yield;
    }
    return matching;
  }

  /** Returns the volume for the claim on a node, other than the volumes in `chosen`. Undefined if no volume suits the claim there. */
  *on(node: Node, chosen: ReadonlySet<string>, checkpoint: Checkpoint): Incremental<PersistentVolume | undefined> {
    const reserved = this.#reserved.find(({ metadata }) => !chosen.has(metadata.name));
    if (reserved !== undefined) return (yield* reaching(reserved, node, undefined, checkpoint)) ? reserved : undefined;
    const suits = function* (volume: PersistentVolume): Incremental<boolean> {
      return !chosen.has(volume.metadata.name) && (yield* reaching(volume, node, undefined, checkpoint));
    };
    return yield* this.#free.first(node, suits, checkpoint);
  }
}
