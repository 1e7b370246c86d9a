import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_OPERATIONS_KEP } from '../links.js';

/** Unpreparing fails for a device that was never prepared. */
export const skippedOperationsFit: Rule = {
  id: 'skipped-operations-fit',
  severity: 'error',
  says: 'NodePrepareResources is skipped, but NodeUnprepareResources is not',
  link: NODE_OPERATIONS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.skipNodeOperations': ['NodePrepareResources'] },
    good: { 'spec.skipNodeOperations': ['NodePrepareResources', 'NodeUnprepareResources'] },
  }),
  check(spec, context) {
    const operations = spec.child('skipNodeOperations');
    const { list } = operations;
    if (!list.includes('NodePrepareResources') || list.includes('NodeUnprepareResources') || list.includes('*')) return;
    const rule = 'NodePrepareResources cannot be skipped unless NodeUnprepareResources is also skipped';
    context.report(operations, invalid('["NodePrepareResources"]', rule), '["*"]');
  },
};
