import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/**
 * The API server accepts several terms for a device, but the scheduler fails
 * when it allocates the device (docs/spec/reference-1.37.md 1.30).
 */
export const deviceNodeTerms: Rule = {
  id: 'device-node-terms',
  severity: 'warning',
  says: 'Node selector of a device does not have exactly one term',
  link: COUNTERS_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.nodeName': undefined,
      'spec.perDeviceNodeSelection': true,
      'spec.devices[0].nodeSelector.nodeSelectorTerms': ['a', 'b'].map((key) => ({ matchExpressions: [{ key, operator: 'Exists' }] })),
    },
    good: {
      'spec.nodeName': undefined,
      'spec.perDeviceNodeSelection': true,
      'spec.devices[0].nodeSelector.nodeSelectorTerms': [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
    },
  }),
  check(device, context) {
    const terms = device.child('nodeSelector', 'nodeSelectorTerms');
    if (terms.size > 1)
      context.report(
        terms,
        `has ${terms.size} terms: the scheduler fails with an error when it allocates the device`,
        'merge them into one term',
      );
  },
};
