// Looks up storage objects by name, class and node. Its lists are rebuilt when objects of their kind change.

import type { CsiDriver } from '../../core/api/csi-driver.js';
import type { CsiNode } from '../../core/api/csi-node.js';
import type { CsiStorageCapacity } from '../../core/api/csi-storage-capacity.js';
import { type ObjectMeta, objectName } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import type { ObjectLists } from '../../core/api/object-kinds.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import type { StorageClass } from '../../core/api/storage-class.js';
import type { VolumeAttachment } from '../../core/api/volume-attachment.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Membership } from '../../core/base/membership.js';
import { isOnNode } from '../filters/node-info.js';
import { lastingClaimOf } from './pod-claims.js';
import { classOfVolume } from './storage-classes.js';
import type { StorageKind, StorageObjects } from './storage-objects.js';

/** The kinds of storage objects, as a cluster stores them. */
export interface StoredKinds {
  readonly PersistentVolume: PersistentVolume;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly StorageClass: StorageClass;
  readonly CSINode: CsiNode;
  readonly CSIDriver: CsiDriver;
  readonly CSIStorageCapacity: CsiStorageCapacity;
  readonly VolumeAttachment: VolumeAttachment;
}

/** Objects by name; claims by `namespace/name`, as a cluster stores them. */
export type Stored<T> = Pick<ReadonlyMap<string, T>, 'get' | 'size'> & { values(): Iterable<T> };

/** The objects of a cluster. */
export interface StorageSource {
  all<K extends keyof StoredKinds>(kind: K): Stored<StoredKinds[K]>;
  /** Changes with every change of objects of a kind. */
  stampOf(kind: keyof StoredKinds): number;
  /** The pods on existing nodes. */
  podsOnNodes(): Iterable<Pod>;
}

/** Objects in lists by one of their properties. */
class ListsBy<K extends keyof StoredKinds> {
  readonly #kind: K;
  readonly #keyOf: (object: StoredKinds[K]) => string;
  #lists: ReadonlyMap<string, readonly StoredKinds[K][]> = new Map();
  #stamp: number | undefined;

  constructor(kind: K, keyOf: (object: StoredKinds[K]) => string) {
    this.#kind = kind;
    this.#keyOf = keyOf;
  }

  *update(source: StorageSource, checkpoint: Checkpoint): Incremental<void> {
    const stamp = source.stampOf(this.#kind);
    if (stamp === this.#stamp) return;
    const lists = new Map<string, StoredKinds[K][]>();
    for (const object of [...source.all(this.#kind).values()]) {
      entryIn(lists, this.#keyOf(object), () => []).push(object);
      if (checkpoint.due()) yield;
    }
    this.#lists = lists;
    this.#stamp = stamp;
  }

  get(key: string): readonly StoredKinds[K][] {
    return this.#lists.get(key) ?? [];
  }
}

/** The lists of storage objects, and of pods. */
export interface StorageLists
  extends Pick<
    ObjectLists,
    | 'persistentVolumes'
    | 'persistentVolumeClaims'
    | 'storageClasses'
    | 'csiNodes'
    | 'csiDrivers'
    | 'csiStorageCapacities'
    | 'volumeAttachments'
    | 'pods'
  > {}

/** Returns the source of lists that do not change. */
export function sourceOf(lists: StorageLists, nodes: readonly Node[]): StorageSource {
  const stored: { readonly [K in keyof StoredKinds]: ReadonlyMap<string, StoredKinds[K]> } = {
    PersistentVolume: byName(lists.persistentVolumes),
    PersistentVolumeClaim: byName(lists.persistentVolumeClaims),
    StorageClass: byName(lists.storageClasses),
    CSINode: byName(lists.csiNodes),
    CSIDriver: byName(lists.csiDrivers),
    CSIStorageCapacity: byName(lists.csiStorageCapacities),
    VolumeAttachment: byName(lists.volumeAttachments),
  };
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  return {
    all: (kind) => stored[kind],
    stampOf: () => 0,
    podsOnNodes: () => lists.pods.filter((pod) => isOnNode(pod) && names.has(pod.spec.nodeName)),
  };
}

function byName<T extends { readonly metadata: ObjectMeta }>(objects: readonly T[]): ReadonlyMap<string, T> {
  return new Map(objects.map((object) => [objectName(object.metadata), object]));
}

/** The storage objects of a source. Requires: `update` has ended since the last change. */
export class StorageTable implements StorageObjects {
  readonly #source: StorageSource;
  readonly #volumes = new ListsBy('PersistentVolume', keyOfVolume);
  readonly #classes = new ListsBy('StorageClass', () => '');
  readonly #capacities = new ListsBy('CSIStorageCapacity', ({ storageClassName }) => storageClassName);
  readonly #attachments = new ListsBy('VolumeAttachment', ({ spec }) => spec.nodeName);

  constructor(source: StorageSource) {
    this.#source = source;
  }

  /** Follows the changes of the source. */
  *update(checkpoint: Checkpoint): Incremental<void> {
    yield* this.#volumes.update(this.#source, checkpoint);
    yield* this.#classes.update(this.#source, checkpoint);
    yield* this.#capacities.update(this.#source, checkpoint);
    yield* this.#attachments.update(this.#source, checkpoint);
  }

  /** Changes when the rules for the volumes of pods may have another result, apart from changes of pods. */
  get stamp(): string {
    return STORED_KINDS.map((kind) => this.#source.stampOf(kind)).join(' ');
  }

  has(kind: StorageKind): boolean {
    return this.#source.all(kind).size > 0;
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return this.#source.all('PersistentVolumeClaim').get(objectName({ namespace: namespace || 'default', name }));
  }

  claims(): Iterable<PersistentVolumeClaim> {
    return this.#source.all('PersistentVolumeClaim').values();
  }

  volume(name: string): PersistentVolume | undefined {
    return this.#source.all('PersistentVolume').get(name);
  }

  volumes(): Iterable<PersistentVolume> {
    return this.#source.all('PersistentVolume').values();
  }

  freeVolumes(className: string): readonly PersistentVolume[] {
    return this.#volumes.get(keyOfClass(className));
  }

  volumesReservedFor(namespace: string, claimName: string): readonly PersistentVolume[] {
    return this.#volumes.get(keyOfClaim(namespace, claimName));
  }

  storageClass(name: string): StorageClass | undefined {
    return this.#source.all('StorageClass').get(name);
  }

  get storageClasses(): readonly StorageClass[] {
    return this.#classes.get('');
  }

  csiNode(name: string): CsiNode | undefined {
    return this.#source.all('CSINode').get(name);
  }

  csiDriver(name: string): CsiDriver | undefined {
    return this.#source.all('CSIDriver').get(name);
  }

  capacitiesOfClass(name: string): readonly CsiStorageCapacity[] {
    return this.#capacities.get(name);
  }

  attachmentsTo(nodeName: string): readonly VolumeAttachment[] {
    return this.#attachments.get(nodeName);
  }

  *findingUsers(
    namespace: string,
    claimNames: Membership,
    checkpoint: Checkpoint,
    without: ReadonlySet<Pod> = new Set(),
  ): Incremental<ReadonlyMap<string, string>> {
    const users = new Map<string, string>();
    for (const pod of [...this.#source.podsOnNodes()]) {
      const { metadata, spec } = pod;
      for (const volume of metadata.namespace === namespace && !without.has(pod) ? spec.volumes : []) {
        const name = lastingClaimOf({ metadata }, volume);
        if (name !== undefined && claimNames.has(name) && !users.has(name)) users.set(name, objectName(metadata));
        if (checkpoint.due()) yield;
      }
      if (checkpoint.due()) yield;
    }
    return users;
  }
}

/** The kinds of storage objects. */
export const STORED_KINDS = [
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'CSINode',
  'CSIDriver',
  'CSIStorageCapacity',
  'VolumeAttachment',
] as const satisfies readonly (keyof StoredKinds)[];

/** Volumes of a claim are found by its name, all others by their class. */
function keyOfVolume(volume: PersistentVolume): string {
  const { claimRef } = volume.spec;
  return claimRef === undefined ? keyOfClass(classOfVolume(volume)) : keyOfClaim(claimRef.namespace, claimRef.name);
}

function keyOfClass(name: string): string {
  return `class ${name}`;
}

function keyOfClaim(namespace: string, name: string): string {
  return `claim ${namespace}/${name}`;
}
