// The storage objects of a cluster for the rules for volumes.

import type { Pod } from '../core/api/pod.js';
import type { StorageSource } from '../scheduler/volumes/storage-table.js';
import type { ClusterObjects } from './cluster-objects.js';

/** Returns the storage objects of a cluster, and its pods on existing nodes. They follow the changes of `objects`, not its replacement. */
export function storageSource({ pods, nodes }: Pick<ClusterObjects, 'pods' | 'nodes'>): StorageSource {
  return {
    all: (kind) => pods.all(kind),
    stampOf: (kind) => pods.stampOf(kind),
    *podsOnNodes(): Generator<Pod> {
      for (const { pod, info } of pods.all('Pod').values()) if (info !== undefined && nodes.has(pod.spec.nodeName)) yield pod;
    },
  };
}
