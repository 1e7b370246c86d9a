import type { Field } from '../../field.js';
import { SLICE_PAGE } from '../../links.js';
import { checkQualifiedName } from '../../names.js';
import type { Rule, RuleContext } from '../../rule.js';

/** Selectors and constraints name attributes and capacities. */
export const qualifiedName: Rule = {
  id: 'qualified-name',
  severity: 'error',
  says: 'Attributes and capacities are named by C identifiers of at most 32 characters, which may have a driver and a slash before them.',
  link: SLICE_PAGE,
  at: ['Device'],
  examples: {
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[gpu-model]': { string: 'A100' } },
    good: { 'spec.devices[0].attributes[gpu_model]': { string: 'A100' } },
  },
  check(device, context) {
    checkNames(device.child('attributes'), context);
    checkNames(device.child('capacity'), context);
  },
};

function checkNames(values: Field, context: RuleContext): void {
  // Since 1.36 the API server names the map instead of its key.
  for (const name of values.map.keys()) checkQualifiedName(name, context.minor >= 36 ? values : values.key(name), context);
}
