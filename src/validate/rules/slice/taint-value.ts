import { checkLabelValue } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** Tolerations compare the values of taints. */
export const taintValue: Rule = {
  id: 'taint-value',
  severity: 'error',
  says: 'Taint value is not a label value',
  link: TAINTS_KEP,
  at: ['DeviceTaint'],
  examples: () => ({
    kind: 'DeviceTaintRule',
    bad: { 'spec.taint.value': 'too hot' },
    good: { 'spec.taint.value': 'too-hot' },
  }),
  check(taint, context) {
    checkLabelValue(taint.child('value'), context);
  },
};
