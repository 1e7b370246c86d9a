// Computes the scores that depend on the pods of all nodes.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { VersionedList } from '../../core/base/versioned-list.js';
import type { ClusterFilterContext } from '../filters/cluster-filter.js';
import type { NodeInfo } from '../filters/node-info.js';
import { TopologyCounts } from '../filters/topology-counts.js';
import type { ClusterScore, PreparedClusterScore } from './cluster-score.js';
import { interPodAffinityScore } from './inter-pod-affinity.js';
import { podTopologySpreadScore } from './pod-topology-spread.js';
import type { ScoreColumn } from './total.js';

export const CLUSTER_SCORES: readonly ClusterScore[] = [podTopologySpreadScore, interPodAffinityScore];

interface Counted extends Pick<ScoreColumn, 'plugin' | 'weight'> {
  readonly score: PreparedClusterScore;
  readonly counts: TopologyCounts;
}

/** The scores, prepared for a pod, with the counts of all nodes. */
export class ClusterScores {
  readonly #scores: readonly Counted[];

  private constructor(scores: readonly Omit<Counted, 'counts'>[]) {
    this.#scores = scores.map((each) => ({ ...each, counts: new TopologyCounts((...inputs) => each.score.countNode(...inputs)) }));
  }

  static *of(pod: Pod, context: ClusterFilterContext, checkpoint: Checkpoint): Incremental<ClusterScores> {
    const scores: Omit<Counted, 'counts'>[] = [];
    for (const { plugin, preparing } of CLUSTER_SCORES) {
      const weight = context.profile.weights.get(plugin);
      const score = weight === undefined ? undefined : yield* preparing(pod, context, checkpoint);
      if (weight !== undefined && score !== undefined) scores.push({ plugin, weight, score });
    }
    return new ClusterScores(scores);
  }

  /** Returns the same scores, not yet counted. */
  withOwnCounts(): ClusterScores {
    return new ClusterScores(this.#scores);
  }

  /** Brings the counts up to date with the nodes of a cluster. */
  *follow(infos: VersionedList<NodeInfo>, checkpoint: Checkpoint): Incremental<void> {
    for (const { counts } of this.#scores) yield* counts.follow(infos, checkpoint);
  }

  /** Returns the normalized scores of feasible nodes, plugin by plugin. Requires: `follow` with these nodes. */
  *columns(feasible: readonly NodeInfo[], checkpoint: Checkpoint): Incremental<readonly ScoreColumn[]> {
    const columns: ScoreColumn[] = [];
    for (const { plugin, weight, score, counts } of this.#scores) {
      const scores = yield* score.scores(feasible, counts, checkpoint);
      if (scores !== undefined) columns.push({ plugin, weight, scores });
    }
    return columns;
  }
}
