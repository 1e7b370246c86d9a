// PodTopologySpread: prefers domains with fewer pods that the constraints select. Source: plugin podtopologyspread, scoring.go, of
// Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering, mapping } from '../../core/base/lists-in-increments.js';
import type { PodOwners } from '../filters/default-selector.js';
import type { FilterFeatures } from '../filters/filter-features.js';
import type { NodeInfo } from '../filters/node-info.js';
import {
  defaultSpreadConstraints,
  HOSTNAME,
  type SpreadConstraint,
  type SpreadConstraints,
  type SpreadDefaults,
  SYSTEM_SPREAD_DEFAULTS,
  spreadConstraints,
} from '../filters/spread-constraints.js';
import { shareOf } from './normalization.js';
import { MAX_NODE_SCORE } from './score.js';

/** The part of a cluster that the score checks in addition to the pod and the nodes. */
export interface SpreadScoreContext {
  readonly features: FilterFeatures;
  readonly owners: PodOwners;
  readonly spreadDefaults?: SpreadDefaults;
}

/** The scores of feasible nodes, in their order. */
export interface SpreadScores {
  /** Before normalization. Undefined for a node that lacks the label of a constraint. */
  readonly raw: readonly (number | undefined)[];
  readonly normalized: readonly number[];
}

/** Prepares the score for a pod. Undefined: all nodes score the same. */
export function* prepareSpreadScore(pod: Pod, context: SpreadScoreContext, checkpoint: Checkpoint): Incremental<SpreadScore | undefined> {
  const { features, owners, spreadDefaults = SYSTEM_SPREAD_DEFAULTS } = context;
  const isDefaulted = pod.spec.topologySpreadConstraints.length === 0;
  const constraints = isDefaulted
    ? yield* defaultSpreadConstraints(pod, spreadDefaults, owners, 'ScheduleAnyway', features, checkpoint)
    : yield* spreadConstraints(pod, 'ScheduleAnyway', features, checkpoint);
  return constraints && new SpreadScore(constraints, !(isDefaulted && spreadDefaults.acceptsMissingKeys));
}

/** The counts of the pods in each domain of a constraint. */
type Domains = Map<string, number>;

/** The score of a pod, which depends on all nodes. */
export class SpreadScore {
  readonly #constraints: SpreadConstraints;
  readonly #needsAllKeys: boolean;

  constructor(constraints: SpreadConstraints, needsAllKeys: boolean) {
    this.#constraints = constraints;
    this.#needsAllKeys = needsAllKeys;
  }

  /** Scores the feasible nodes among all nodes of a cluster. */
  *scoring(feasible: readonly NodeInfo[], all: readonly NodeInfo[], checkpoint: Checkpoint): Incremental<SpreadScores> {
    const isScored = yield* mapping(feasible, ({ node }) => this.#counts(node, checkpoint), checkpoint);
    const scored = yield* filtering(feasible, (_, index) => isScored[index] === true, checkpoint);
    const domains = yield* this.#domainsOf(scored, checkpoint);
    yield* this.#countPods(all, domains, checkpoint);
    const sizeOf = (values: Domains, constraint: number): number => (this.#isHostname(constraint) ? scored.length : values.size);
    const weights = yield* mapping(domains, (values, constraint) => Math.log(2 + sizeOf(values, constraint)), checkpoint);
    const raw: (number | undefined)[] = [];
    for (let index = 0; index < feasible.length; index++) {
      raw.push(isScored[index] === true ? yield* this.#rawScore(feasible[index] as NodeInfo, domains, weights, checkpoint) : undefined);
      if (checkpoint.due()) yield;
    }
    return { raw, normalized: yield* normalizing(raw, checkpoint) };
  }

  #counts(node: NodeInfo['node'], checkpoint: Checkpoint): boolean {
    return !this.#needsAllKeys || this.#constraints.hasAllKeys(node, checkpoint);
  }

  #isHostname(constraint: number): boolean {
    return this.#constraints.all[constraint]?.topologyKey === HOSTNAME;
  }

  /** Returns the domains of the scored nodes, without pods. Hosts are counted one by one later. */
  *#domainsOf(scored: readonly NodeInfo[], checkpoint: Checkpoint): Incremental<readonly Domains[]> {
    const domains: Domains[] = [];
    for (const { topologyKey } of this.#constraints.all) {
      const values: Domains = new Map();
      for (const { node } of topologyKey === HOSTNAME ? [] : scored) {
        values.set(node.metadata.labels.get(topologyKey) ?? '', 0);
        if (checkpoint.due()) yield;
      }
      domains.push(values);
      if (checkpoint.due()) yield;
    }
    return domains;
  }

  *#countPods(all: readonly NodeInfo[], domains: readonly Domains[], checkpoint: Checkpoint): Incremental<void> {
    const isCounted = (constraint: number, domain: string): boolean => domains[constraint]?.has(domain) === true;
    const add = (constraint: number, domain: string, pods: number): void => {
      const values = domains[constraint] as Domains;
      values.set(domain, (values.get(domain) ?? 0) + pods);
    };
    for (const info of all) {
      if (this.#counts(info.node, checkpoint)) yield* this.#constraints.counting(info, isCounted, add, checkpoint);
      if (checkpoint.due()) yield;
    }
  }

  /** Returns the pods in the domains of a node, each weighted by the number of domains. */
  *#rawScore(info: NodeInfo, domains: readonly Domains[], weights: readonly number[], checkpoint: Checkpoint): Incremental<number> {
    let score = 0;
    for (let index = 0; index < weights.length; index++) {
      const constraint = this.#constraints.all[index] as SpreadConstraint;
      const domain = info.node.metadata.labels.get(constraint.topologyKey);
      if (domain === undefined) continue;
      const pods = this.#isHostname(index)
        ? yield* this.#constraints.countingPods(info, constraint, checkpoint)
        : (domains[index]?.get(domain) ?? 0);
      score += pods * (weights[index] as number) + (constraint.maxSkew - 1);
      if (checkpoint.due()) yield;
    }
    return Math.round(score);
  }
}

/** Returns scores from 0 to 100, where the lowest raw score is best. */
function* normalizing(raw: readonly (number | undefined)[], checkpoint: Checkpoint): Incremental<readonly number[]> {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const score of raw) {
    if (score !== undefined) [lowest, highest] = [Math.min(lowest, score), Math.max(highest, score)];
    if (checkpoint.due()) yield;
  }
  const scores: number[] = [];
  for (const score of raw) {
    scores.push(score === undefined ? 0 : highest === 0 ? MAX_NODE_SCORE : shareOf(highest + lowest - score, highest));
    if (checkpoint.due()) yield;
  }
  return scores;
}
