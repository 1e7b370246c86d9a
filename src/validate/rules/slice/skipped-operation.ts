import { checkChoice } from '../../checks/choices.js';
import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { NODE_OPERATIONS_KEP } from '../links.js';

const OPERATIONS = ['*', 'NodePrepareResources', 'NodeUnprepareResources'];

/** A driver has two node operations. */
export const skippedOperation: Rule = {
  id: 'skipped-operation',
  severity: 'error',
  says: '`skipNodeOperations` has an unknown or repeated operation',
  link: NODE_OPERATIONS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.skipNodeOperations': ['nodeUnprepareResources'] },
    good: { 'spec.skipNodeOperations': ['NodeUnprepareResources'] },
  }),
  check(spec, context) {
    const operations = spec.child('skipNodeOperations');
    if (!operations.isSet) return;
    for (const operation of operations.items) checkChoice(operation, OPERATIONS, context);
    checkUnique(operations, context);
  },
};
