// The storage objects of a cluster for the rules for volumes.

import type { Pod } from '../core/api/pod.js';
import { STORED_KINDS, type StorageSource } from '../scheduler/volumes/storage-table.js';
import type { ClusterObjects } from './cluster-objects.js';
import type { ReadObjects } from './pod-objects.js';

/**
 * Returns the storage objects of a cluster, and its pods on existing nodes. The storage objects follow changes of `objects`,
 * but not its replacement by another instance.
 */
export function storageSource(objects: Pick<ClusterObjects, 'pods' | 'nodes'>): StorageSource {
  return sourceOf(objects.pods, objects.nodes);
}

/** Returns the same objects without later changes. */
export function storageAsOfNow({ pods, nodes }: Pick<ClusterObjects, 'pods' | 'nodes'>): StorageSource {
  return sourceOf(pods.asOfNow(['Pod', ...STORED_KINDS]), new Set(nodes.keys()));
}

function sourceOf(pods: ReadObjects, nodes: Pick<ReadonlySet<string>, 'has'>): StorageSource {
  return {
    all: (kind) => pods.all(kind),
    stampOf: (kind) => pods.stampOf(kind),
    *podsOnNodes(): Generator<Pod> {
      for (const { pod, info } of pods.all('Pod').values()) if (info !== undefined && nodes.has(pod.spec.nodeName)) yield pod;
    },
  };
}
