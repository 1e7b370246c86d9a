import { checkRequiredChoice } from '../../checks/choices.js';
import { taintEffects } from '../../checks/taint-effects.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** A taint keeps new pods off a device, evicts pods, or is only informational. */
export const taintEffect: Rule = {
  id: 'taint-effect',
  severity: 'error',
  says: 'Taint effect is not NoSchedule, NoExecute or, since 1.35, None',
  link: TAINTS_KEP,
  at: ['DeviceTaint'],
  declarative: true,
  examples: () => ({
    kind: 'DeviceTaintRule',
    bad: { 'spec.taint.effect': 'NoScedule' },
    good: { 'spec.taint.effect': 'NoSchedule' },
  }),
  check(taint, context) {
    checkRequiredChoice(taint.child('effect'), taintEffects(context.minor), context);
  },
};
