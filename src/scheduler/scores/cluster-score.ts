// The interface of scores that depend on the pods of all nodes.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { ClusterFilterContext } from '../filters/cluster-filter.js';
import type { NodeInfo } from '../filters/node-info.js';
import type { CountNode, TopologyCounts } from '../filters/topology-counts.js';
import type { NodeScore } from './score.js';

/** A score, prepared for a pod. */
export interface PreparedClusterScore {
  countNode(...inputs: Parameters<CountNode>): ReturnType<CountNode>;
  /** Returns the normalized scores of the feasible nodes, from 0 to 100; undefined if all score zero. `counts`: of all nodes, by `countNode`. */
  scores(feasible: readonly NodeInfo[], counts: TopologyCounts, checkpoint: Checkpoint): Incremental<readonly number[] | undefined>;
}

/** The score of a plugin. */
export interface ClusterScore extends Pick<NodeScore, 'plugin'> {
  /** Undefined: all nodes score zero. */
  preparing(pod: Pod, context: ClusterFilterContext, checkpoint: Checkpoint): Incremental<PreparedClusterScore | undefined>;
}
