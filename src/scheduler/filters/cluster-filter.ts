// The interface of filters whose result on a node depends on the pods of all nodes.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import type { Namespaces } from './affinity-terms.js';
import type { NodeFilter, Rejection } from './filter.js';
import type { FilterFeatures } from './filter-features.js';
import type { NodeInfo } from './node-info.js';
import type { SpreadContext } from './spread-constraints.js';
import type { CountNode, TopologyCounts } from './topology-counts.js';

/** The part of a cluster that these filters check in addition to the nodes and their pods. */
export interface ClusterFilterContext extends SpreadContext {
  readonly features: FilterFeatures;
  readonly profile: SchedulerProfile;
  readonly namespaces: Namespaces;
  /** True if pods of any node have affinity to other pods. */
  readonly hasTerms: boolean;
}

/** Counts, from which rejections are derived. */
export type FilterCounts = TopologyCounts<readonly Rejection[]>;

/** A filter, prepared for a pod. */
export interface PreparedClusterFilter {
  countNode(...inputs: Parameters<CountNode>): ReturnType<CountNode>;
  /** Returns true if the filter passes every node with these counts. */
  passesAll(counts: FilterCounts): boolean;
  /** Returns the reasons to reject a node; empty if it passes. `counts`: of all nodes, by `countNode`. */
  test(info: NodeInfo, counts: FilterCounts, checkpoint: Checkpoint): readonly Rejection[];
}

/** The result of preparing a filter that rejects every node for the same reason. */
export interface RefusedPod {
  readonly refusal: Rejection;
}

/** The filter of a plugin. */
export interface ClusterFilter extends Pick<NodeFilter, 'plugin'> {
  /** Undefined: the filter passes every node. */
  preparing(pod: Pod, context: ClusterFilterContext, checkpoint: Checkpoint): Incremental<PreparedClusterFilter | RefusedPod | undefined>;
}
