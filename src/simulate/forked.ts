// The clusters that calls are about: they work on forks of them.

import { wrongArgument } from '../base/arguments.js';
import type { Cluster } from '../cluster/cluster.js';

/** A fork of the cluster in a place of the arguments. Throws `invalid-input` for what is no cluster. */
export function forkOf(cluster: Cluster, place: string): Cluster {
  if (typeof cluster?.fork !== 'function') throw wrongArgument(place, 'a cluster of `allocator.cluster()`', cluster);
  return cluster.fork();
}
