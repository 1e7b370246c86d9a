// NodeUnschedulable: rejects a cordoned node unless the pod tolerates the cordon. Source: plugin nodeunschedulable of
// Kubernetes 1.37.1.

import { ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { PASSED, type PlainFilter } from './filter.js';
import { isTolerated } from './tolerates.js';

const UNSCHEDULABLE = [{ code: 'node-unschedulable', message: 'node(s) were unschedulable' }] as const;

/** The taint that corresponds to `spec.unschedulable`. */
const CORDON = { key: 'node.kubernetes.io/unschedulable', value: '', effect: 'NoSchedule' };

export const nodeUnschedulable: PlainFilter = {
  plugin: 'NodeUnschedulable',
  changesWith: 'node',
  prepare({ spec }, { features }, checkpoint) {
    checkpoint.step(Math.ceil(spec.tolerations.length / ITEMS_A_UNIT));
    if (isTolerated(CORDON, spec.tolerations, features.taintTolerationComparisonOperators)) return undefined;
    return { test: ({ node }) => (node.spec.unschedulable ? UNSCHEDULABLE : PASSED) };
  },
};
