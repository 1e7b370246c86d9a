// The slices that count: drivers may leave those of generations before.

import type { ResourceSlice } from '../api/resource-slice.js';
import type { ClusterState } from '../cluster/cluster-state.js';

/** The slices of the newest generation of each pool, but for those of nodes that are not there. */
export function newestSlices({ objects }: ClusterState): readonly ResourceSlice[] {
  const newest = new Map<string, bigint>();
  const isThere = ({ spec: { nodeName = '' } }: ResourceSlice): boolean => nodeName === '' || objects.nodes.has(nodeName);
  const poolOf = ({ spec }: ResourceSlice): string => `${spec.driver}/${spec.pool.name}`;
  for (const slice of objects.slices.all) {
    const { generation } = slice.spec.pool;
    const known = newest.get(poolOf(slice));
    if (known === undefined || generation > known) newest.set(poolOf(slice), generation);
  }
  return objects.slices.all.filter((slice) => slice.spec.pool.generation === newest.get(poolOf(slice)) && isThere(slice));
}
