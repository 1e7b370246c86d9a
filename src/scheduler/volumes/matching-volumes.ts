// The free volumes that suit a claim. Source: FindMatchingVolume of k8s.io/component-helpers v0.37.1, storage/volume, with the
// gate VolumeAttributesClass on. Among volumes of equal size, the scheduler's choice is random. Here it is the first volume.

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

/** Returns whether a claim can be bound to a volume, apart from its size, its access modes and its nodes. */
function canHold({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (
    (spec.volumeMode || FILE_SYSTEM) === (claim.spec.volumeMode || FILE_SYSTEM) &&
    spec.volumeAttributesClassName === claim.spec.volumeAttributesClassName
  );
}

const FILE_SYSTEM = 'Filesystem';

/** Returns whether a volume is free. The volume controller makes a new volume available. */
function isAvailable({ metadata, status: { phase } }: PersistentVolume): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return phase === 'Available' || (phase === '' && metadata.uid === '');
}

/** Returns the access modes that a claim requests, each once. */
export function modesOf({ spec }: PersistentVolumeClaim): readonly string[] {
  return [...new Set(spec.accessModes)];
}

/** Returns whether a volume has every access mode of a claim. */
export function hasModes({ spec: { accessModes } }: PersistentVolume, modes: readonly string[]): boolean {
  const has = accessModes.length > FEW_MODES ? new Set(accessModes) : { has: (mode: string) => accessModes.includes(mode) };
  return modes.every((mode) => has.has(mode));
}

/** Kubernetes has four access modes. */
const FEW_MODES = 8;

/**
 * Returns the volumes that are reserved for a claim, in the order of the cluster. If there are such volumes, the claim is bound
 * to no other volume.
 */
export function* reservedVolumes(
  claim: PersistentVolumeClaim,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<readonly PersistentVolume[]> {
  const className = classOfClaim(claim);
  const requested = requestedStorage(claim);
  const isReserved = (volume: PersistentVolume): boolean =>
    isForClaim(volume, claim) &&
    classOfVolume(volume) === className &&
    canHold(volume, claim) &&
    capacityOf(volume).compare(requested) >= 0 &&
    volume.metadata.deletionTimestamp === undefined;
  return yield* filtering(storage.volumesReservedFor(claim.metadata.namespace, claim.metadata.name), isReserved, checkpoint);
}

/** The free volumes of a class, the smallest first. */
export class FreeVolumes {
  /** By the list of a class. The list itself does not change. */
  static readonly #known = new WeakMap<readonly PersistentVolume[], FreeVolumes>();
  readonly volumes: readonly PersistentVolume[];
  #index: NodeIndex<PersistentVolume> | undefined;

  private constructor(volumes: readonly PersistentVolume[]) {
    this.volumes = volumes;
  }

  /** Returns the volumes of the class of a claim. */
  static *for(claim: PersistentVolumeClaim, storage: StorageObjects, checkpoint: Checkpoint): Incremental<FreeVolumes> {
    const list = storage.freeVolumes(classOfClaim(claim));
    const known = FreeVolumes.#known.get(list);
    if (known !== undefined) return known;
    const free = yield* filtering(list, isAvailable, checkpoint);
    const made = new FreeVolumes(yield* sorting(free, (left, right) => capacityOf(left).compare(capacityOf(right)), checkpoint));
    FreeVolumes.#known.set(list, made);
    return made;
  }

  /** The volumes by the nodes that can access them. */
  *indexing(checkpoint: Checkpoint): Incremental<NodeIndex<PersistentVolume>> {
    if (this.#index !== undefined) return this.#index;
    const index = new NodeIndex<PersistentVolume>();
    for (const volume of this.volumes) {
      index.add(volume, labelOfReaching(volume));
      if (checkpoint.due()) yield;
    }
    this.#index = index;
    return index;
  }

  /** Returns the place of the first volume that is large enough for a claim and suits it; the number of volumes if there is no such volume. */
  *firstFor(claim: PersistentVolumeClaim, suits: SuitsClaim, checkpoint: Checkpoint): Incremental<number> {
    let place = this.#firstOfSize(claim);
    while (place < this.volumes.length && !suits(this.volumes[place] as PersistentVolume)) {
      place++;
      if (checkpoint.due()) yield;
    }
    return place;
  }

  #firstOfSize(claim: PersistentVolumeClaim): number {
    const requested = requestedStorage(claim);
    let [low, high] = [0, this.volumes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (capacityOf(this.volumes[middle] as PersistentVolume).compare(requested) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns whether a free volume suits a claim, apart from its size and its nodes. */
export type SuitsClaim = (volume: PersistentVolume) => boolean;

/** Compiles the test of a claim. */
export function* suitingClaim(claim: PersistentVolumeClaim, checkpoint: Checkpoint): Incremental<SuitsClaim> {
  const { selector } = claim.spec;
  const matches: LabelPredicate = selector === undefined ? SELECTS_ALL : (yield* parsingLabelSelector(selector, checkpoint)).matches;
  const modes = modesOf(claim);
  return (volume) => canHold(volume, claim) && hasModes(volume, modes) && matches(volume.metadata.labels);
}

/** Finds the volume of a claim on each node. */
export class MatchingVolumes {
  readonly #reserved: readonly PersistentVolume[];
  readonly #free: NodeIndex<PersistentVolume>;
  /** The rank of the first volume that is large enough and suits the claim. */
  readonly #from: number;
  readonly #suits: SuitsClaim;

  private constructor(reserved: readonly PersistentVolume[], free: NodeIndex<PersistentVolume>, from: number, suits: SuitsClaim) {
    this.#reserved = reserved;
    this.#free = free;
    this.#from = from;
    this.#suits = suits;
  }

  static *of(claim: PersistentVolumeClaim, storage: StorageObjects, checkpoint: Checkpoint): Incremental<MatchingVolumes> {
    const free = yield* FreeVolumes.for(claim, storage, checkpoint);
    const suits = yield* suitingClaim(claim, checkpoint);
    return new MatchingVolumes(
      yield* reservedVolumes(claim, storage, checkpoint),
      yield* free.indexing(checkpoint),
      yield* free.firstFor(claim, suits, checkpoint),
      suits,
    );
  }

  /** True if no volume suits the claim on any node. */
  get isEmpty(): boolean {
    return this.#reserved.length === 0 && this.#from >= this.#free.size;
  }

  /** Begins a search on a node. */
  search(): VolumeSearch {
    return { reserved: 0, free: this.#from };
  }

  /**
   * Returns the volume for the claim on a node, other than the volumes in `chosen`, to which volumes are only added during a search. Undefined if
   * no volume suits the claim there.
   */
  *on(node: Node, chosen: ReadonlySet<string>, checkpoint: Checkpoint, search = this.search()): Incremental<PersistentVolume | undefined> {
    let reserved = this.#reserved[search.reserved];
    while (reserved !== undefined && chosen.has(reserved.metadata.name)) {
      reserved = this.#reserved[++search.reserved];
      if (checkpoint.due()) yield;
    }
    if (reserved !== undefined) return (yield* reaching(reserved, node, undefined, checkpoint)) ? reserved : undefined;
    const suits = this.#suits;
    const holds = function* (volume: PersistentVolume): Incremental<boolean> {
      return !chosen.has(volume.metadata.name) && suits(volume) && (yield* reaching(volume, node, undefined, checkpoint));
    };
    const found = yield* this.#free.first(node, holds, checkpoint, search.free);
    search.free = found === undefined ? this.#free.size : found.rank + 1;
    return found?.item;
  }
}

/** The progress of a search for volumes on a node: the reserved volumes before a place, and the free volumes before a rank, are not available. */
export interface VolumeSearch {
  reserved: number;
  free: number;
}
