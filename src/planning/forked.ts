// Forks the cluster that a caller passes, so that the call does not change it.

import { wrongArgument } from '../core/base/arguments.js';
import type { Cluster } from '../library/cluster.js';

/** Returns a fork of the cluster. Throws `invalid-input` if it is not a cluster. */
export function forkOf(cluster: Cluster, place: string): Cluster {
  if (typeof cluster?.fork !== 'function') throw wrongArgument(place, 'a cluster of `allocator.cluster()`', cluster);
  return cluster.fork();
}
