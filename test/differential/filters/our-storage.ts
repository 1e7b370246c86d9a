// The storage objects of a case, as our rules for volumes look them up.

import { objectName } from '../../../src/core/api/meta.js';
import { decodeObjects, type ObjectSet } from '../../../src/core/api/objects.js';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { type StorageSource, StorageTable } from '../../../src/scheduler/volumes/storage-table.js';
import type { FilterCase } from './case.js';

/** The storage of a cluster whose dump is complete: a kind without objects has none. */
class CompleteStorage extends StorageTable {
  override has(): boolean {
    return true;
  }
}

/** Returns the storage of a case with these nodes. */
export function storageOf(input: FilterCase, nodes: readonly NodeInfo[]): StorageTable {
  const lists = [
    input.persistentVolumes,
    input.persistentVolumeClaims,
    input.storageClasses,
    input.csiNodes,
    input.csiDrivers,
    input.csiStorageCapacities,
    input.volumeAttachments,
  ];
  const set = decodeObjects(lists.flatMap((list) => list ?? []).map((value) => ({ value: value as never })));
  const storage = new CompleteStorage(
    sourceOf(
      set,
      nodes.flatMap(({ podInfos }) => podInfos.map(({ pod }) => pod)),
    ),
  );
  inOneGo(storage.update(UNLIMITED));
  return storage;
}

function sourceOf(set: ObjectSet, pods: readonly Pod[]): StorageSource {
  const named = <T extends { readonly metadata: { readonly name: string } }>(objects: readonly T[]): ReadonlyMap<string, T> =>
    new Map(objects.map((each) => [each.metadata.name, each]));
  const byKind = {
    PersistentVolume: named(set.persistentVolumes),
    PersistentVolumeClaim: new Map(set.persistentVolumeClaims.map((each) => [objectName(each.metadata), each])),
    StorageClass: named(set.storageClasses),
    CSINode: named(set.csiNodes),
    CSIDriver: named(set.csiDrivers),
    CSIStorageCapacity: named(set.csiStorageCapacities),
    VolumeAttachment: named(set.volumeAttachments),
  };
  return { all: (kind) => byKind[kind] as never, stampOf: () => 1, podsOnNodes: () => pods };
}
