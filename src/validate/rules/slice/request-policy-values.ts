import type { Quantity } from '../../../core/quantity/quantity.js';
import { checkLength, checkUnique } from '../../checks/lists.js';
import { digitsOf, quantityOf } from '../../checks/quantities.js';
import { policyOf } from '../../checks/request-policies.js';
import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

const MOST = 10;

/** A claim is allocated the smallest value that covers its request. */
export const requestPolicyValues: Rule = {
  id: 'request-policy-values',
  severity: 'error',
  says: '`validValues` has too many values, is not in order, exceeds the capacity or lacks the default',
  link: SHARED_CAPACITY_KEP,
  at: ['DeviceCapacity'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validValues: ['2Gi', '1Gi'] },
    },
    good: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validValues: ['1Gi', '2Gi'] },
    },
  }),
  check(capacity, context) {
    const policy = policyOf(capacity);
    if (policy?.default === undefined || !policy.hasValues || policy.hasRange) return;
    const values = policy.field.child('validValues');
    checkOrder(values, context);
    checkLength(values, MOST, context);
    if (context.reaches(values)) checkValues(values, policy.default, policy.capacity, context);
    const isExact = context.gate('DRAFractionalCapacityRange');
    checkUnique(values, context, (value) => (isExact ? digitsOf(quantityOf(value)) : String(quantityOf(value).value())));
  },
};

function checkOrder(values: Field, context: RuleContext): void {
  let before: Quantity | undefined;
  for (const value of values.items) {
    const amount = quantityOf(value);
    if (before !== undefined && before.compare(amount) > 0) {
      context.report(value, invalid(amount.toString(), 'values must be sorted in ascending order'));
    }
    before = amount;
  }
}

function checkValues(values: Field, preset: Quantity, capacity: Quantity, context: RuleContext): void {
  let isPresetValid = false;
  for (const value of values.items) {
    const amount = quantityOf(value);
    if (amount.compare(capacity) > 0)
      context.report(value, invalid(amount.toString(), `option is larger than capacity value: ${capacity}`));
    isPresetValid ||= amount.compare(preset) === 0;
  }
  if (isPresetValid) return;
  context.report(
    values,
    invalid(preset.toString(), 'default value is not valid according to the requestPolicy: it must be one of the values'),
  );
}
