import { conditionLists } from '../../checks/bindings.js';
import { checkLabelKey } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { BINDING_KEP } from '../links.js';

/** Conditions are found by their types in the status of claims. */
export const bindingConditionName: Rule = {
  id: 'binding-condition-name',
  severity: 'error',
  says: 'Binding condition is not a label key',
  link: BINDING_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].bindingConditions': ['is ready'], 'spec.devices[0].bindingFailureConditions': ['failed'] },
    good: { 'spec.devices[0].bindingConditions': ['is-ready'], 'spec.devices[0].bindingFailureConditions': ['failed'] },
  }),
  check(device, context) {
    for (const list of conditionLists(device)) {
      if (context.reaches(list)) for (const condition of list.items) checkLabelKey(condition, context);
    }
  },
};
