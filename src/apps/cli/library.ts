// The part of the library's public interface that the commands need, which a test can stand in for.

import type { Outcome } from '../../allocator/evaluate/outcome.js';
import type { FilterResult } from '../../cluster/filter-result.js';
import type { ClusterAllocateInput, FilterInput } from '../../library/claim-inputs.js';
import type { Cluster } from '../../library/cluster.js';

/** The cluster that groups are placed in. */
export interface PlacementCluster extends Pick<Cluster, 'bind' | 'commit' | 'explain' | 'parts'> {
  allocate(input: ClusterAllocateInput): Outcome;
  filter(input: FilterInput): FilterResult;
}

/** Options of the command line that choose the semantics, as the library takes them. */
interface LibraryOptions {
  readonly kubernetesVersion?: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly corrections: boolean;
}

/** Makes an empty cluster. Rejects with AllocationError for a version or gates that do not exist or do not go together. */
export type ClusterFactory = (options: LibraryOptions) => Promise<PlacementCluster & Pick<Cluster, 'fork'>>;
