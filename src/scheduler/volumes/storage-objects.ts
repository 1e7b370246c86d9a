// The storage objects of a cluster, as the rules for volumes look them up.

import type { CsiDriver } from '../../core/api/csi-driver.js';
import type { CsiNode } from '../../core/api/csi-node.js';
import type { CsiStorageCapacity } from '../../core/api/csi-storage-capacity.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import type { StorageClass } from '../../core/api/storage-class.js';
import type { VolumeAttachment } from '../../core/api/volume-attachment.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Membership } from '../../core/base/membership.js';

/** The kinds of storage objects, each with its words in notes. */
export const STORAGE_KINDS = {
  PersistentVolumeClaim: 'persistent volume claims',
  PersistentVolume: 'persistent volumes',
  StorageClass: 'storage classes',
  CSINode: 'CSINodes',
  CSIDriver: 'CSIDrivers',
  CSIStorageCapacity: 'CSIStorageCapacities',
} as const;

export type StorageKind = keyof typeof STORAGE_KINDS;

/** Looks up the storage objects of a cluster. Lists have some order, which stays the same. */
export interface StorageObjects {
  /** Returns whether the cluster has an object of a kind. A dump without objects of a kind may have left out the kind. */
  has(kind: StorageKind): boolean;
  claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
  /** All claims. */
  claims(): Iterable<PersistentVolumeClaim>;
  volume(name: string): PersistentVolume | undefined;
  /** All volumes. */
  volumes(): Iterable<PersistentVolume>;
  /** Returns the volumes of a class that are not reserved for a claim; of no class for the empty name. */
  freeVolumes(className: string): readonly PersistentVolume[];
  /** Returns the volumes that are bound to a claim of this name, or reserved for it. */
  volumesReservedFor(namespace: string, claimName: string): readonly PersistentVolume[];
  storageClass(name: string): StorageClass | undefined;
  /** All classes, of which one may be the default. */
  readonly storageClasses: readonly StorageClass[];
  csiNode(name: string): CsiNode | undefined;
  csiDriver(name: string): CsiDriver | undefined;
  capacitiesOfClass(name: string): readonly CsiStorageCapacity[];
  attachmentsTo(nodeName: string): readonly VolumeAttachment[];
  /**
   * Returns the pods on existing nodes that name claims in their volumes. For each claim, returns the first pod, as
   * `namespace/name`. `without`: pods to leave out.
   */
  findingUsers(
    namespace: string,
    claimNames: Membership,
    checkpoint: Checkpoint,
    without?: ReadonlySet<Pod>,
  ): Incremental<ReadonlyMap<string, string>>;
}
