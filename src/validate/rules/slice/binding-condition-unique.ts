import { conditionLists } from '../../checks/bindings.js';
import { duplicate, invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { BINDING_KEP } from '../links.js';

/** A condition signals either success or failure. */
export const bindingConditionUnique: Rule = {
  id: 'binding-condition-unique',
  severity: 'error',
  says: 'Binding condition is named twice',
  link: BINDING_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].bindingConditions': ['attached'], 'spec.devices[0].bindingFailureConditions': ['attached'] },
    good: { 'spec.devices[0].bindingConditions': ['attached'], 'spec.devices[0].bindingFailureConditions': ['failed'] },
  }),
  check(device, context) {
    // Lists that are too long are checked here too, as in the API server.
    for (const list of conditionLists(device)) {
      const seen = new Set<string>();
      for (const condition of list.items) {
        if (seen.has(condition.text)) context.report(condition, duplicate(condition.text));
        seen.add(condition.text);
      }
    }
    const conditions = new Set(device.child('bindingConditions').list);
    if (conditions.size === 0) return;
    for (const failure of device.child('bindingFailureConditions').items) {
      const rule = 'bindingFailureConditions must not overlap with bindingConditions';
      if (conditions.has(failure.text)) context.report(failure, invalid(failure.text, rule));
    }
  },
};
