// TaintToleration: prefers nodes with fewer untolerated PreferNoSchedule taints. Source: plugin tainttoleration of Kubernetes 1.37.1.

import { ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { tolerationTest } from '../filters/tolerates.js';
import type { NodeScore } from './score.js';

/** Counts the PreferNoSchedule taints that the pod does not tolerate: fewer is better. */
export const taintTolerationScore: NodeScore = {
  plugin: 'TaintToleration',
  changesWith: 'node',
  *prepare({ spec }, { features }, checkpoint) {
    checkpoint.step(Math.ceil(spec.tolerations.length / ITEMS_A_UNIT));
    const tolerations = spec.tolerations.filter(({ effect }) => effect === '' || effect === 'PreferNoSchedule');
    const isTolerated = yield* tolerationTest(tolerations, features.taintTolerationComparisonOperators, checkpoint);
    return {
      normalization: 'lowest-is-best',
      score({ node }, scoreCheckpoint) {
        const { taints } = node.spec;
        scoreCheckpoint.step(taints.length);
        let intolerable = 0;
        for (const taint of taints) if (taint.effect === 'PreferNoSchedule' && !isTolerated(taint)) intolerable++;
        return intolerable;
      },
    };
  },
};
