// NodeUnschedulable: a cordoned node takes only pods that tolerate it. Source: plugin nodeunschedulable of Kubernetes 1.37.1.

import { type NodeFilter, PASSED } from './filter.js';
import { isTolerated } from './tolerates.js';

const UNSCHEDULABLE = [{ code: 'node-unschedulable', message: 'node(s) were unschedulable' }] as const;

/** The taint that stands for `spec.unschedulable`. */
const CORDON = { key: 'node.kubernetes.io/unschedulable', value: '', effect: 'NoSchedule' };

/** `spec.unschedulable` of the node. */
export const nodeUnschedulable: NodeFilter = {
  plugin: 'NodeUnschedulable',
  changesWith: 'node',
  prepare({ spec }, { features }, checkpoint) {
    if (isTolerated(CORDON, spec.tolerations, features.taintTolerationComparisonOperators, checkpoint)) return undefined;
    return { test: ({ node }) => (node.spec.unschedulable ? UNSCHEDULABLE : PASSED) };
  },
};
