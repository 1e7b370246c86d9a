// Runs the filters whose results depend on the pods of all nodes, in the order of the default profile. They run after the filters of
// filters.ts that do not need devices, and before the device filter. Source: getDefaultPlugins of pkg/scheduler/apis/config/v1, Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { VersionedList } from '../../core/base/versioned-list.js';
import { shorten } from '../../core/base/words.js';
import type { ClusterFilter, ClusterFilterContext, FilterCounts, PreparedClusterFilter } from './cluster-filter.js';
import { PASSED, type Rejection } from './filter.js';
import { interPodAffinity } from './inter-pod-affinity.js';
import type { NodeInfo } from './node-info.js';
import { podTopologySpread } from './pod-topology-spread.js';
import { TopologyCounts } from './topology-counts.js';

export const CLUSTER_FILTERS: readonly ClusterFilter[] = [podTopologySpread, interPodAffinity];

interface Counted extends PreparedPlugin {
  readonly counts: FilterCounts;
}

interface PreparedPlugin extends Pick<ClusterFilter, 'plugin'> {
  readonly filter: PreparedClusterFilter;
}

/** The filters, prepared for a pod, with the counts of all nodes. */
export class ClusterFilters {
  /** The reasons why no node is feasible; empty: filters run for each node. */
  readonly refusals: readonly Rejection[];
  readonly #filters: readonly Counted[];

  constructor(filters: readonly PreparedPlugin[], refusals: readonly Rejection[] = PASSED) {
    this.refusals = refusals;
    this.#filters = filters.map((each) => ({ ...each, counts: new TopologyCounts((...inputs) => each.filter.countNode(...inputs)) }));
  }

  /** True if the filters pass every node. */
  get passesAll(): boolean {
    return this.#filters.every(({ filter, counts }) => filter.passesAll(counts));
  }

  /** Brings the counts up to date with the nodes of a cluster. */
  *follow(infos: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<void> {
    for (const { counts } of this.#filters) yield* counts.follow(infos, checkpoint);
  }

  /**
   * Returns the reasons of the first filter that rejects a node, or of the filter of a plugin; empty if it passes. Requires: `follow` with this
   * node.
   */
  test(info: NodeInfo, checkpoint: Checkpoint, only?: string): readonly Rejection[] {
    for (const { plugin, filter, counts } of this.#filters) {
      if (only !== undefined && plugin !== only) continue;
      const rejections = filter.test(info, counts, checkpoint);
      if (rejections.length > 0) return rejections;
    }
    return PASSED;
  }

  /** Returns the reasons to reject a node. The given node replaces the counted node with its name, if there is one. */
  *testInPlace(info: NodeInfo, checkpoint: Checkpoint, only?: string): Incremental<readonly Rejection[]> {
    for (const { plugin, filter, counts } of this.#filters) {
      if (only !== undefined && plugin !== only) continue;
      const rejections = yield* counts.withNodes([info], () => filter.test(info, counts, checkpoint), checkpoint);
      if (rejections.length > 0) return rejections;
    }
    return PASSED;
  }

  /**
   * Returns the reasons of each filter to reject a node. The node and the other nodes replace the counted nodes with their
   * names, if there are any.
   */
  *testingInPlace(info: NodeInfo, others: readonly NodeInfo[], checkpoint: Checkpoint): Incremental<readonly (readonly Rejection[])[]> {
    const reasons: (readonly Rejection[])[] = [];
    for (const { filter, counts } of this.#filters)
      reasons.push(yield* counts.withNodes([info, ...others], () => filter.test(info, counts, checkpoint), checkpoint));
    return reasons;
  }
}

/** The most characters of a reason. A result has a reason for each node. */
const MOST_OF_REFUSAL = 2000;

/** Prepares the filters for a pod. */
export function* prepareClusterFilters(pod: Pod, context: ClusterFilterContext, checkpoint: Checkpoint): Incremental<ClusterFilters> {
  const { preFilters, filters } = context.profile;
  const prepared: PreparedPlugin[] = [];
  for (const { plugin, preparing } of CLUSTER_FILTERS) {
    const filter = preFilters.has(plugin) ? yield* preparing(pod, context, checkpoint) : undefined;
    if (filter === undefined) continue;
    if ('refusal' in filter) {
      const { refusal } = filter;
      return new ClusterFilters([], [{ ...refusal, message: shorten(refusal.message, MOST_OF_REFUSAL) }]);
    }
    if (filters.has(plugin)) prepared.push({ plugin, filter });
  }
  return new ClusterFilters(prepared);
}
