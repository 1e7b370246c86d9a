// NodeAffinity: prefers nodes by the preferred node affinity of the pod and of its profile. Source: plugin nodeaffinity of Kubernetes 1.37.1 and
// PreferredSchedulingTerms of k8s.io/component-helpers v0.37.2.

import { type NodePredicate, parsingNodeSelectorTerm } from '../../core/api/node-selector.js';
import type { NodeScore } from './score.js';

/** A term that parses, with its weight. */
interface Preference {
  readonly matches: NodePredicate;
  readonly weight: number;
}

/** Sums the weights of matching terms. A term with an error is ignored. The API server rejects most such terms. */
export const nodeAffinityScore: NodeScore = {
  plugin: 'NodeAffinity',
  changesWith: 'node',
  *prepare({ spec }, { profile: { addedAffinity } }, checkpoint) {
    const preferred = [...(spec.affinity?.nodeAffinity?.preferred ?? []), ...(addedAffinity?.preferred ?? [])];
    if (preferred.length === 0) return undefined;
    const terms: Preference[] = [];
    for (const { weight, preference } of preferred) {
      const matches = weight === 0 ? undefined : yield* parsingNodeSelectorTerm(preference, checkpoint);
      if (matches !== undefined) terms.push({ matches, weight });
      if (checkpoint.due()) yield;
    }
    return {
      normalization: 'highest-is-best',
      score({ node }, scoreCheckpoint) {
        scoreCheckpoint.step(terms.length);
        let sum = 0;
        for (const { matches, weight } of terms) if (matches(node, scoreCheckpoint)) sum += weight;
        return sum;
      },
    };
  },
};
