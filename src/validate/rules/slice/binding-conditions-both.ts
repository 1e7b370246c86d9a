import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { BINDING_KEP } from '../links.js';

const PAIRS = [
  ['bindingConditions', 'bindingFailureConditions'],
  ['bindingFailureConditions', 'bindingConditions'],
] as const;

/** A pod that waits for success must also be able to learn of failure. */
export const bindingConditionsBoth: Rule = {
  id: 'binding-conditions-both',
  severity: 'error',
  says: 'Device has binding conditions but no binding failure conditions, or the reverse',
  link: BINDING_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].bindingConditions': ['attached'] },
    good: { 'spec.devices[0].bindingConditions': ['attached'], 'spec.devices[0].bindingFailureConditions': ['failed'] },
  }),
  check(device, context) {
    for (const [name, other] of PAIRS) {
      if (device.child(name).size > 0 || device.child(other).size === 0) continue;
      context.report(device.child(name), invalid('[]', `${name} are required to use ${other}`));
    }
  },
};
