import { conditionLists } from '../../checks/bindings.js';
import { checkLength } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { BINDING_KEP } from '../links.js';

const MOST = 4;

/** The scheduler waits for each of the conditions. */
export const bindingConditionCount: Rule = {
  id: 'binding-condition-count',
  severity: 'error',
  says: 'Device has more than 4 binding conditions or binding failure conditions',
  link: BINDING_KEP,
  at: ['Device'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].bindingConditions': ['a', 'b', 'c', 'd', 'e'], 'spec.devices[0].bindingFailureConditions': ['failed'] },
    good: { 'spec.devices[0].bindingConditions': ['a', 'b', 'c', 'd'], 'spec.devices[0].bindingFailureConditions': ['failed'] },
  }),
  check(device, context) {
    for (const list of conditionLists(device)) checkLength(list, MOST, context);
  },
};
