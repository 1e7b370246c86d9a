import { checkLength } from '../../checks/lists.js';
import { checkDriverName, checkLabel, checkPoolName, checkSubdomain } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

const MOST_SELECTORS = 32;

/** A rule taints the devices that match every field of its selector. */
export const taintRuleSelector: Rule = {
  id: 'taint-rule-selector',
  severity: 'error',
  says: 'Selector of a DeviceTaintRule has an invalid driver, pool, device or, in 1.34, class',
  link: TAINTS_KEP,
  at: ['DeviceTaintSelector'],
  examples: () => ({
    kind: 'DeviceTaintRule',
    bad: { 'spec.deviceSelector.device': 'GPU_0' },
    good: { 'spec.deviceSelector.device': 'gpu-0' },
  }),
  check(selector, context) {
    const [driver, pool, device, className] = ['driver', 'pool', 'device', 'deviceClassName'].map((name) => selector.child(name));
    if (driver?.isSet) checkDriverName(driver, context);
    if (pool?.isSet) checkPoolName(pool, context);
    if (device?.isSet) checkLabel(device, context);
    if (className?.isSet) checkSubdomain(className, context);
    checkLength(selector.child('selectors'), MOST_SELECTORS, context);
  },
};
