import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** With one term each, the selectors of several slices can be combined. */
export const sliceNodeSelector: Rule = {
  id: 'slice-node-selector',
  severity: 'error',
  says: 'Node selector of a slice does not have exactly one term',
  link: SLICE_PAGE,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.nodeName': undefined,
      'spec.nodeSelector.nodeSelectorTerms': [
        { matchExpressions: [{ key: 'gpu', operator: 'Exists' }] },
        { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
      ],
    },
    good: {
      'spec.nodeName': undefined,
      'spec.nodeSelector.nodeSelectorTerms': [{ matchExpressions: [{ key: 'gpu', operator: 'Exists' }] }],
    },
  }),
  check(spec, context) {
    const terms = spec.child('nodeSelector', 'nodeSelectorTerms');
    // Another rule reports node selectors without terms.
    if (spec.child('nodeSelector').isSet && terms.size > 1)
      context.report(terms, `Invalid value: ${terms.size} terms: must have exactly one node selector term`);
  },
};
