// InterPodAffinity: prefers nodes in the domains of pods that preferred terms select. Terms of the pods on nodes count as well; their required
// affinity counts with a weight of the profile. Source: plugin interpodaffinity of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { largestOf, smallestOf } from '../../core/base/lists.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import {
  type AffinityTerm,
  affinityTerms,
  isSelectedBy,
  type Namespaces,
  selectsPod,
  type WeightedTerm,
} from '../filters/affinity-terms.js';
import type { NodeInfo, PodInfo } from '../filters/node-info.js';
import type { AddShare, TopologyCounts } from '../filters/topology-counts.js';
import type { ClusterScore, PreparedClusterScore } from './cluster-score.js';
import { MAX_NODE_SCORE } from './score.js';

export const interPodAffinityScore: ClusterScore = {
  plugin: 'InterPodAffinity',
  *preparing(pod, { namespaces, hasTerms, profile }, checkpoint) {
    const { preferred = NONE } = (yield* affinityTerms(pod, checkpoint)) ?? {};
    const counts = preferred.length > 0 || (hasTerms && !profile.ignoresPreferredTerms);
    return counts ? new AffinityScore(pod, preferred, profile.hardPodAffinityWeight, namespaces) : undefined;
  },
};

const NONE: readonly never[] = [];

class AffinityScore implements PreparedClusterScore {
  readonly #pod: Pod;
  readonly #preferred: readonly WeightedTerm[];
  /** The weight of required affinity of other pods (hardPodAffinityWeight). */
  readonly #weightOfRequired: number;
  readonly #namespaces: Namespaces;

  constructor(pod: Pod, preferred: readonly WeightedTerm[], weightOfRequired: number, namespaces: Namespaces) {
    this.#pod = pod;
    this.#preferred = preferred;
    this.#weightOfRequired = weightOfRequired;
    this.#namespaces = namespaces;
  }

  /** Adds the weights of matching terms, by topology key. */
  *countNode({ node, podInfos, withTerms }: NodeInfo, add: AddShare, checkpoint: Checkpoint): Incremental<void> {
    if (withTerms === 0 && this.#preferred.length === 0) return;
    const { labels } = node.metadata;
    const addWeight = ({ topologyKey }: AffinityTerm, weight: number): void => {
      const value = labels.get(topologyKey);
      if (value !== undefined) add(topologyKey, value, weight);
    };
    for (const { pod, terms } of podInfos) {
      for (const term of this.#preferred) {
        if (selectsPod(term, pod, this.#namespaces)) addWeight(term, term.weight);
        if (checkpoint.due(term.work)) yield;
      }
      if (terms !== undefined) yield* this.#addTermsOf(terms, addWeight, checkpoint);
      if (checkpoint.due()) yield;
    }
  }

  /** Adds the weights of the terms of another pod that select the pod. */
  *#addTermsOf(
    { affinity, preferred }: NonNullable<PodInfo['terms']>,
    addWeight: (term: AffinityTerm, weight: number) => void,
    checkpoint: Checkpoint,
  ): Incremental<void> {
    const isSelected = (term: AffinityTerm): boolean => isSelectedBy(term, this.#pod, this.#namespaces);
    for (const term of this.#weightOfRequired === 0 ? NONE : affinity) {
      if (isSelected(term)) addWeight(term, this.#weightOfRequired);
      if (checkpoint.due(term.work)) yield;
    }
    for (const term of preferred) {
      if (isSelected(term)) addWeight(term, term.weight);
      if (checkpoint.due(term.work)) yield;
    }
  }

  *scores(feasible: readonly NodeInfo[], counts: TopologyCounts, checkpoint: Checkpoint): Incremental<readonly number[] | undefined> {
    if (counts.isEmpty) return undefined;
    const keys = [...counts.counters()];
    const raw: number[] = [];
    for (const { node } of feasible) {
      const { labels } = node.metadata;
      let sum = 0;
      // Either the node may have many labels, or the terms many keys.
      for (const key of labels.size < keys.length ? labels.keys() : keys) {
        const value = labels.get(key);
        if (value !== undefined) sum += counts.sum(key, value);
      }
      raw.push(sum);
      if (checkpoint.due(1 + Math.min(labels.size, keys.length) / ITEMS_A_UNIT)) yield;
    }
    const [least, most] = [smallestOf(raw), largestOf(raw)];
    const range = most - least;
    return yield* mapping(raw, (sum) => (range > 0 ? Math.trunc(MAX_NODE_SCORE * ((sum - least) / range)) : 0), checkpoint);
  }
}
