// The part of the library's public interface that commands use, which tests can replace.

import type { Outcome } from '../../allocator/evaluate/outcome.js';
import type { FilterResult } from '../../cluster/filter-result.js';
import type { ClusterAllocateInput, FilterInput } from '../../library/claim-inputs.js';
import type { Cluster } from '../../library/cluster.js';

/** The cluster for placing groups. */
export interface PlacementCluster extends Pick<Cluster, 'bind' | 'commit' | 'explain' | 'fork' | 'parts' | 'unbind'> {
  allocate(input: ClusterAllocateInput): Outcome;
  filter(input: FilterInput): FilterResult;
}

/** Command-line options for semantics, in the format of the library. */
interface LibraryOptions {
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly corrections: boolean;
  readonly schedulerConfig?: object;
}

/** Makes an empty cluster. Rejects with AllocationError for an unknown version, or for unknown or incompatible gates. */
export type ClusterFactory = (options: LibraryOptions) => Promise<PlacementCluster>;
