// The free volumes that suit a claim. Source: FindMatchingVolume of k8s.io/component-helpers v0.37.1, storage/volume, with the gate
// VolumeAttributesClass on. The scheduler's choice among volumes of equal size is random; here it is the first one.

import { type LabelPredicate, parsingLabelSelector, SELECTS_ALL } from '../../core/api/label-selector.js';
import type { Node } from '../../core/api/node.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import { Quantity } from '../../core/quantity/quantity.js';
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

/** Returns whether a volume has every access mode that a claim requests. */
export function hasModes({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return claim.spec.accessModes.every((mode) => spec.accessModes.includes(mode));
}

/** A volume with its place among the volumes of a claim, the smallest first. */
interface Candidate {
  readonly volume: PersistentVolume;
  readonly rank: number;
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

/** Finds the volume of a claim on each node. Volumes that name their nodes by a label are found by it. */
export class MatchingVolumes {
  readonly claim: PersistentVolumeClaim;
  readonly #reserved: readonly PersistentVolume[];
  /** By label key and value. */
  readonly #byLabel = new Map<string, Map<string, Candidate[]>>();
  readonly #others: Candidate[] = [];

  private constructor(claim: PersistentVolumeClaim, reserved: readonly PersistentVolume[]) {
    this.claim = claim;
    this.#reserved = reserved;
  }

  static *of(claim: PersistentVolumeClaim, storage: StorageObjects, checkpoint: Checkpoint): Incremental<MatchingVolumes> {
    const { reserved, free } = yield* volumesOfClaim(claim, storage, checkpoint);
    const matching = new MatchingVolumes(claim, reserved);
    for (let rank = 0; rank < free.length; rank++) {
      matching.#add({ volume: free[rank] as PersistentVolume, rank });
      if (checkpoint.due()) yield;
    }
    return matching;
  }

  #add(candidate: Candidate): void {
    if (!hasModes(candidate.volume, this.claim)) return;
    const label = labelOfReaching(candidate.volume);
    if (label === undefined) {
      this.#others.push(candidate);
      return;
    }
    const byValue = entryIn(this.#byLabel, label.key, () => new Map<string, Candidate[]>());
    for (const value of new Set(label.values)) entryIn(byValue, value, () => []).push(candidate);
  }

  /** Returns the volume for the claim on a node, other than the volumes in `chosen`. Undefined if no volume suits the claim there. */
  *on(node: Node, chosen: ReadonlySet<string>, checkpoint: Checkpoint): Incremental<PersistentVolume | undefined> {
    const reserved = this.#reserved.find(({ metadata }) => !chosen.has(metadata.name));
    if (reserved !== undefined) return (yield* reaching(reserved, node, undefined, checkpoint)) ? reserved : undefined;
    let best: Candidate | undefined;
    for (const candidates of this.#listsFor(node)) {
      for (let index = 0; index < candidates.length; index++) {
        const candidate = candidates[index] as Candidate;
        if (best !== undefined && candidate.rank > best.rank) break;
        const { volume } = candidate;
        if (!chosen.has(volume.metadata.name) && (yield* reaching(volume, node, undefined, checkpoint))) best = candidate;
        if (checkpoint.due()) yield;
        if (best === candidate) break;
      }
    }
    return best?.volume;
  }

  *#listsFor({ metadata: { labels } }: Node): Generator<readonly Candidate[]> {
    for (const [key, byValue] of this.#byLabel) {
      const candidates = byValue.get(labels.get(key) ?? '');
      if (candidates !== undefined && labels.has(key)) yield candidates;
    }
    yield this.#others;
  }
}
