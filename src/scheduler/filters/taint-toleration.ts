// TaintToleration: rejects nodes with taints that the pod does not tolerate. Source: plugin tainttoleration of Kubernetes 1.37.1.

import type { PodSpec } from '../../core/api/pod.js';
import type { Taint } from '../../core/api/toleration.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { finding } from '../../core/base/lists-in-increments.js';
import { shorten } from '../../core/base/words.js';
import { type FilterInIncrements, PASSED, type Rejection } from './filter.js';
import type { FilterFeatures } from './filter-features.js';
import { tolerationTest } from './tolerates.js';

/** Checks the taints with the effect NoSchedule or NoExecute. */
export const taintToleration: FilterInIncrements = {
  plugin: 'TaintToleration',
  changesWith: 'node',
  *preparing({ spec }, { features }, checkpoint) {
    const rejects = yield* rejectingTaints(spec, features, checkpoint);
    return {
      test(
        {
          node: {
            spec: { taints },
          },
        },
        testCheckpoint,
      ) {
        if (taints.length === 0) return PASSED;
        testCheckpoint.step(taints.length);
        return rejectionFor(taints.find(rejects));
      },
      *testing({ node }, testCheckpoint) {
        return rejectionFor(yield* finding(node.spec.taints, rejects, testCheckpoint));
      },
    };
  },
};

/**
 * Compiles the test whether a taint keeps a pod off a node: the taint has the effect NoSchedule or NoExecute, and the pod does
 * not tolerate it.
 */
export function* rejectingTaints(
  { tolerations }: PodSpec,
  { taintTolerationComparisonOperators }: Pick<FilterFeatures, 'taintTolerationComparisonOperators'>,
  checkpoint: Checkpoint,
): Incremental<(taint: Taint) => boolean> {
  const isTolerated = yield* tolerationTest(tolerations, taintTolerationComparisonOperators, checkpoint);
  return (taint) => (taint.effect === 'NoSchedule' || taint.effect === 'NoExecute') && !isTolerated(taint);
}

function rejectionFor(taint: Taint | undefined): readonly Rejection[] {
  if (taint === undefined) return PASSED;
  return [{ code: 'untolerated-taint', message: 'node(s) had untolerated taint(s)', detail: taintText(taint) }];
}

/** Formats a taint as kubectl does: `key=value:effect`. */
function taintText({ key, value, effect }: Taint): string {
  const shown = value === '' ? key : `${key}=${value}`;
  return `${shorten(shown, MOST_SHOWN)}:${effect}`;
}

const MOST_SHOWN = 200;
