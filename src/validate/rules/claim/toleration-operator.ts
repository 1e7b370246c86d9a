import { checkChoice } from '../../checks/choices.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** The operator determines whether the value of the taint matters. */
export const tolerationOperator: Rule = {
  id: 'toleration-operator',
  severity: 'error',
  says: 'Toleration operator is neither `Exists` nor `Equal`',
  link: TAINTS_KEP,
  at: ['DeviceToleration'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'example.com/broken', operator: 'exists' }] },
    good: { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'example.com/broken', operator: 'Exists' }] },
  }),
  check(toleration, context) {
    checkChoice(toleration.child('operator'), ['Equal', 'Exists'], context);
  },
};
