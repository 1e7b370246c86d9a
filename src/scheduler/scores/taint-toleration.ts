// TaintToleration: nodes with fewer taints that would rather have no pods like this one. Source: plugin tainttoleration of Kubernetes 1.37.1.

import { tolerationTest } from '../filters/tolerates.js';
import type { NodeScore } from './score.js';

/** Taints of the effect PreferNoSchedule that the pod does not tolerate: the fewer the better. */
export const taintTolerationScore: NodeScore = {
  plugin: 'TaintToleration',
  changesWith: 'node',
  weight: 3,
  prepare({ spec }, { features }, checkpoint) {
    const tolerations = checkpoint.filter(spec.tolerations, ({ effect }) => effect === '' || effect === 'PreferNoSchedule');
    const isTolerated = tolerationTest(tolerations, features.taintTolerationComparisonOperators, checkpoint);
    return {
      normalization: 'lowest-is-best',
      score({ node }, own) {
        const unwanted = own.filter(node.spec.taints, (taint) => taint.effect === 'PreferNoSchedule' && !isTolerated(taint, own));
        return unwanted.length;
      },
    };
  },
};
