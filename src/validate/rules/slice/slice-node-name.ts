import { checkSubdomain } from '../../checks/names.js';
import { isPerDevice, specOf } from '../../checks/slices.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** The slice refers to its node by name. */
export const sliceNodeName: Rule = {
  id: 'slice-node-name',
  severity: 'error',
  says: 'Node name of a slice or device is invalid',
  link: SLICE_PAGE,
  at: ['ResourceSliceSpec', 'Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.nodeName': 'Worker_1' },
    good: { 'spec.nodeName': 'worker-1' },
  }),
  check(owner, context) {
    const name = owner.child('nodeName');
    // If the device must not have a node name, another rule reports it.
    const isJudged = typeof owner.step !== 'number' || isPerDevice(specOf(owner));
    if (name.text !== '' && isJudged) checkSubdomain(name, context);
  },
};
