// The internal parts of a cluster, which code of this package reaches through its public class.

import type { AttemptSources } from '../cluster/cluster-attempt.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { PodOutcome } from '../placement/pod-filter-result.js';
import type { PodScheduling } from '../placement/pod-scheduling.js';
import type { PreparedPod } from '../placement/prepared-pod.js';

/** The objects, semantics and placement of a cluster. */
export interface ClusterParts extends AttemptSources {
  readonly placement: PodScheduling;
  /** The keys of claims that a program allocated only in its plan. No user can free their devices. */
  readonly planned: Set<string>;
  /** Implements `Cluster.bind`, in increments. Requires: no change of the cluster during a pause, and no limits on the call. */
  readonly binding: (pod: PreparedPod, node: string, outcome: PodOutcome, checkpoint: Checkpoint) => Incremental<void>;
}
