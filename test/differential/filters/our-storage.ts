// The storage objects of a case, as our rules for volumes look them up.

import { decodeObjects } from '../../../src/core/api/objects.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { StorageTable, sourceOf } from '../../../src/scheduler/volumes/storage-table.js';
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
  const pods = nodes.flatMap(({ podInfos }) => podInfos.map(({ pod }) => pod));
  const storage = new CompleteStorage(
    sourceOf(
      { ...set, pods },
      nodes.map(({ node }) => node),
    ),
  );
  inOneGo(storage.update(UNLIMITED));
  return storage;
}
