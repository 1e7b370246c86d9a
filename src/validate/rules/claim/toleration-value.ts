import { checkLabelValue } from '../../checks/names.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** The value is compared with the value of the taint, which `Exists` ignores. */
export const tolerationValue: Rule = {
  id: 'toleration-value',
  severity: 'error',
  says: 'Toleration value is not a label value, or is set with `Exists`',
  link: TAINTS_KEP,
  at: ['DeviceToleration'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'example.com/broken', operator: 'Exists', value: 'yes' }] },
    good: { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'example.com/broken', operator: 'Equal', value: 'yes' }] },
  }),
  check(toleration, context) {
    const [{ text: operator }, value] = [toleration.child('operator'), toleration.child('value')];
    if (operator === 'Equal') checkLabelValue(value, context);
    if (operator === 'Exists' && value.text !== '') {
      context.report(value, invalid(value.text, 'must be empty for operator `Exists`'), 'remove the value, or use the operator Equal');
    }
  },
};
