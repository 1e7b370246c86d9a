import { checkChoice } from '../../checks/choices.js';
import { taintEffects } from '../../checks/taint-effects.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** A toleration applies to taints with its effect, or with any effect if it has none. */
export const tolerationEffect: Rule = {
  id: 'toleration-effect',
  severity: 'error',
  says: 'Toleration effect is not `NoSchedule`, `NoExecute` or, since 1.35, `None`',
  link: TAINTS_KEP,
  at: ['DeviceToleration'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.tolerations': [{ operator: 'Exists', effect: 'NoScedule' }] },
    good: { 'spec.devices.requests[0].exactly.tolerations': [{ operator: 'Exists', effect: 'NoSchedule' }] },
  }),
  check(toleration, context) {
    const effect = toleration.child('effect');
    if (effect.text !== '') checkChoice(effect, taintEffects(context.minor), context);
  },
};
