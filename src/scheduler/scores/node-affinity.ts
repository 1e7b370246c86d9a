// NodeAffinity: nodes that the pod would rather be on. Source: plugin nodeaffinity of Kubernetes 1.37.1 and PreferredSchedulingTerms of
// k8s.io/component-helpers v0.37.2.

import { type NodePredicate, parsingNodeSelectorTerm } from '../../core/api/node-selector.js';
import { inIncrements } from '../../core/base/incremental.js';
import type { NodeScore } from './score.js';

/** A term that parses, with its weight. */
interface Preference {
  readonly matches: NodePredicate;
  readonly weight: number;
}

/** The weights of preferred node affinity that matches. A term with an error counts for nothing; the API server refuses most of them. */
export const nodeAffinityScore: NodeScore = {
  plugin: 'NodeAffinity',
  weight: 2,
  changesWith: 'node',
  prepare({ spec }, _context, checkpoint) {
    const preferred = spec.affinity?.nodeAffinity?.preferred ?? [];
    if (preferred.length === 0) return undefined;
    const parsed = checkpoint.map(preferred, ({ weight, preference }): Preference | undefined => {
      const matches = weight === 0 ? undefined : inIncrements(checkpoint, () => parsingNodeSelectorTerm(preference, checkpoint));
      return matches === undefined ? undefined : { matches, weight };
    });
    const terms = checkpoint.keep(() => parsed.filter((term) => term !== undefined));
    return {
      normalization: 'highest-is-best',
      score({ node }, own) {
        const sum = own.keep(() => ({ weights: 0 }));
        own.forEach(terms, ({ matches, weight }) => {
          if (matches(node, own)) sum.weights += weight;
        });
        return sum.weights;
      },
    };
  },
};
