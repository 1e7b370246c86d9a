import { checkLabelKey } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** A toleration applies to taints with its key, or with any key if it has none. */
export const tolerationKey: Rule = {
  id: 'toleration-key',
  severity: 'error',
  says: 'Toleration key is not a label key',
  link: TAINTS_KEP,
  at: ['DeviceToleration'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'a/b/c', operator: 'Exists' }] },
    good: { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'example.com/broken', operator: 'Exists' }] },
  }),
  check(toleration, context) {
    const key = toleration.child('key');
    if (key.text !== '') checkLabelKey(key, context);
  },
};
