// PodTopologySpread: prefers domains with fewer pods that the constraints select. Source: plugin podtopologyspread, scoring.go, of
// Kubernetes 1.37.1.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering, mapping } from '../../core/base/lists-in-increments.js';
import type { NodeInfo } from '../filters/node-info.js';
import { type SpreadConstraint, type SpreadConstraints, spreadConstraints } from '../filters/spread-constraints.js';
import type { AddShare, TopologyCounts } from '../filters/topology-counts.js';
import { HOSTNAME } from '../profile/scheduler-profile.js';
import type { ClusterScore, PreparedClusterScore } from './cluster-score.js';
import { shareOf } from './normalization.js';
import { MAX_NODE_SCORE } from './score.js';

/** Scores by the constraints with ScheduleAnyway, or by the default constraints. */
export const podTopologySpreadScore: ClusterScore = {
  plugin: 'PodTopologySpread',
  *preparing(pod, context, checkpoint) {
    const constraints = yield* spreadConstraints(pod, 'ScheduleAnyway', context, checkpoint);
    const { acceptsMissingKeys } = context.profile.spreadDefaults;
    const isDefault = pod.spec.topologySpreadConstraints.length === 0;
    return constraints && new SpreadScore(constraints, !(isDefault && acceptsMissingKeys));
  },
};

class SpreadScore implements PreparedClusterScore {
  readonly #constraints: SpreadConstraints;
  readonly #needsAllKeys: boolean;

  constructor(constraints: SpreadConstraints, needsAllKeys: boolean) {
    this.#constraints = constraints;
    this.#needsAllKeys = needsAllKeys;
  }

  /** Counts the pods of domains, and of each node for constraints on hosts. */
  *countNode(info: NodeInfo, add: AddShare, checkpoint: Checkpoint): Incremental<void> {
    if (!this.#counts(info, checkpoint)) return;
    const addPods = (index: number, domain: string, pods: number): void => add(String(index), domain, pods);
    yield* this.#constraints.counting(info, (constraint) => !isOnHosts(constraint), addPods, checkpoint);
    for (const [index, constraint] of this.#constraints.all.entries()) {
      if (isOnHosts(constraint))
        add(String(index), info.node.metadata.name, yield* this.#constraints.countingPods(info, constraint, checkpoint));
      if (checkpoint.due()) yield;
    }
  }

  *scores(feasible: readonly NodeInfo[], counts: TopologyCounts, checkpoint: Checkpoint): Incremental<readonly number[] | undefined> {
    const scored = yield* filtering(feasible, (info) => this.#counts(info, checkpoint), checkpoint);
    if (scored.length === 0) return undefined;
    const weights: number[] = [];
    for (const constraint of this.#constraints.all) weights.push(Math.log(2 + (yield* domainsOf(scored, constraint, checkpoint))));
    const raw = new Map<NodeInfo, number>();
    for (const info of scored) {
      raw.set(info, this.#rawScore(info, counts, weights));
      if (checkpoint.due(weights.length)) yield;
    }
    return yield* normalizing(feasible, raw, checkpoint);
  }

  #counts({ node }: NodeInfo, checkpoint: Checkpoint): boolean {
    return !this.#needsAllKeys || this.#constraints.hasAllKeys(node, checkpoint);
  }

  /** Returns the pods in the domains of a node, each weighted by the number of domains. */
  #rawScore({ node: { metadata } }: NodeInfo, counts: TopologyCounts, weights: readonly number[]): number {
    let score = 0;
    for (const [index, constraint] of this.#constraints.all.entries()) {
      const domain = metadata.labels.get(constraint.topologyKey);
      if (domain === undefined) continue;
      const pods = counts.sum(String(index), isOnHosts(constraint) ? metadata.name : domain);
      score += pods * (weights[index] as number) + (constraint.maxSkew - 1);
    }
    return Math.round(score);
  }
}

function isOnHosts({ topologyKey }: SpreadConstraint): boolean {
  return topologyKey === HOSTNAME;
}

/** Returns the number of domains that the nodes are in. An absent label counts as an empty one. Each node counts as a host. */
function* domainsOf(scored: readonly NodeInfo[], constraint: SpreadConstraint, checkpoint: Checkpoint): Incremental<number> {
  if (isOnHosts(constraint)) return scored.length;
  const { topologyKey } = constraint;
  return new Set(yield* mapping(scored, ({ node }) => node.metadata.labels.get(topologyKey) ?? '', checkpoint)).size;
}

/** Returns scores from 0 to 100, where the lowest raw score is best. A node without a raw score has 0. */
function* normalizing(
  feasible: readonly NodeInfo[],
  raw: ReadonlyMap<NodeInfo, number>,
  checkpoint: Checkpoint,
): Incremental<readonly number[]> {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const score of raw.values()) {
    [lowest, highest] = [Math.min(lowest, score), Math.max(highest, score)];
    if (checkpoint.due()) yield;
  }
  const normalized = (score: number): number => (highest === 0 ? MAX_NODE_SCORE : shareOf(highest + lowest - score, highest));
  return yield* mapping(
    feasible,
    (info) => {
      const score = raw.get(info);
      return score === undefined ? 0 : normalized(score);
    },
    checkpoint,
  );
}
