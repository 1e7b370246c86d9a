// The storage objects of a cluster after edits of claims and volumes, and without the use by deleted pods.

import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../core/api/persistent-volume-claim.js';
import type { Pod } from '../../core/api/pod.js';
import { classOfVolume } from './storage-classes.js';
import type { StorageObjects } from './storage-objects.js';

/** An object before and after edits. */
interface Edited<T> {
  readonly before: T;
  readonly after: T;
}

/** Edits of storage objects, and pods that no longer use any. */
export interface StorageEdits {
  readonly claims: readonly Edited<PersistentVolumeClaim>[];
  readonly volumes: readonly Edited<PersistentVolume>[];
  readonly deletedPods: ReadonlySet<Pod>;
}

/** Returns the storage objects after edits. No edit changes names. */
export function editedStorage(base: StorageObjects, { claims, volumes, deletedPods }: StorageEdits): StorageObjects {
  const afterOf = <T>(edits: readonly Edited<T>[], object: T | undefined): T | undefined =>
    edits.find(({ before }) => before === object)?.after ?? object;
  const unedited = (listed: readonly PersistentVolume[]): readonly PersistentVolume[] =>
    volumes.length === 0 ? listed : listed.filter((volume) => !volumes.some(({ before }) => before === volume));
  const edited = (holds: (volume: PersistentVolume) => boolean): readonly PersistentVolume[] =>
    volumes.flatMap(({ after }) => (holds(after) ? [after] : []));
  return {
    has: (kind) => base.has(kind),
    claim: (namespace, name) => afterOf(claims, base.claim(namespace, name)),
    claims: () => base.claims(),
    volume: (name) => afterOf(volumes, base.volume(name)),
    volumes: () => base.volumes(),
    freeVolumes: (className) => [
      ...unedited(base.freeVolumes(className)),
      ...edited((volume) => volume.spec.claimRef === undefined && classOfVolume(volume) === className),
    ],
    volumesReservedFor: (namespace, claimName) => [
      ...unedited(base.volumesReservedFor(namespace, claimName)),
      ...edited(({ spec: { claimRef } }) => claimRef?.namespace === namespace && claimRef.name === claimName),
    ],
    storageClass: (name) => base.storageClass(name),
    storageClasses: base.storageClasses,
    csiNode: (name) => base.csiNode(name),
    csiDriver: (name) => base.csiDriver(name),
    capacitiesOfClass: (name) => base.capacitiesOfClass(name),
    attachmentsTo: (nodeName) => base.attachmentsTo(nodeName),
    findingUsers: (namespace, claimNames, checkpoint, without = deletedPods) =>
      base.findingUsers(namespace, claimNames, checkpoint, without),
  };
}
