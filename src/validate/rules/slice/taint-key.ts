import { checkLabelKey } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** Tolerations refer to taints by key. */
export const taintKey: Rule = {
  id: 'taint-key',
  severity: 'error',
  says: 'Taint key is missing or is not a label key',
  link: TAINTS_KEP,
  at: ['DeviceTaint'],
  examples: () => ({
    kind: 'DeviceTaintRule',
    bad: { 'spec.taint.key': 'out of order' },
    good: { 'spec.taint.key': 'example.com/out-of-order' },
  }),
  check(taint, context) {
    checkLabelKey(taint.child('key'), context);
  },
};
