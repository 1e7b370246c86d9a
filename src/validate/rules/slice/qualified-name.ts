import { checkQualifiedKeys } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** Selectors and constraints refer to attributes and capacities by name. */
export const qualifiedName: Rule = {
  id: 'qualified-name',
  severity: 'error',
  says: 'Attribute or capacity name is invalid',
  link: SLICE_PAGE,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[gpu-model]': { string: 'A100' } },
    good: { 'spec.devices[0].attributes[gpu_model]': { string: 'A100' } },
  }),
  check(device, context) {
    checkQualifiedKeys(device.child('attributes'), context);
    checkQualifiedKeys(device.child('capacity'), context);
  },
};
