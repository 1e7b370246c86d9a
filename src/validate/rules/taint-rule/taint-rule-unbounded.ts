import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

/** An empty selector matches every device of the cluster. Without a selector, a rule matches no device (DeviceTaintRuleSpec). */
export const taintRuleUnbounded: Rule = {
  id: 'taint-rule-unbounded',
  severity: 'warning',
  says: 'DeviceTaintRule selects all devices of all drivers',
  link: TAINTS_KEP,
  at: ['DeviceTaintRuleSpec'],
  examples: () => ({
    kind: 'DeviceTaintRule',
    bad: { 'spec.deviceSelector': {} },
    good: { 'spec.deviceSelector': { driver: 'gpu.example.com' } },
  }),
  check(spec, context) {
    const selector = spec.child('deviceSelector');
    if (!selector.isSet) {
      context.report(selector, 'without deviceSelector the rule taints no device', 'name a driver, a pool or a device');
      return;
    }
    // The effect None only informs, so such a taint may be intended for all devices.
    const effect = spec.child('taint', 'effect').text;
    if (effect === 'None' || Object.values(selector.fields).some((value) => value !== undefined)) return;
    const outcome = effect === 'NoExecute' ? 'evicts every pod that uses a device' : 'keeps new pods from every device';
    context.report(
      selector,
      `an empty deviceSelector selects every device of every driver in the cluster: the taint ${outcome} unless its claim tolerates the taint`,
      'name a driver, a pool or a device',
    );
  },
};
