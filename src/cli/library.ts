// What the commands need of the library: a part of its public interface, which a test can stand in for.

import type { Cluster } from '../cluster/cluster.js';

/** The cluster that groups are placed in. */
export type PlacementCluster = Pick<Cluster, 'applyDecoded' | 'allocate' | 'filter' | 'commit' | 'explain'>;

/** Which semantics: the options of the command line that the library takes as they are. */
export interface LibraryOptions {
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly corrections: boolean;
}

/** Makes an empty cluster. Rejects with AllocationError for a version or gates that do not exist or do not go together. */
export type ClusterFactory = (options: LibraryOptions) => Promise<PlacementCluster>;
