import { policyOf, type RequestRange, rangeOf } from '../../checks/request-policies.js';
import { invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

/** A claim is allocated the requested amount if it is within the range. */
export const requestPolicyRange: Rule = {
  id: 'request-policy-range',
  severity: 'error',
  says: '`validRange` has no `min`, or its limits and default are out of order',
  link: SHARED_CAPACITY_KEP,
  at: ['DeviceCapacity'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validRange: { min: '1Gi', max: '80Gi' } },
    },
    good: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validRange: { min: '1Gi', max: '40Gi' } },
    },
  }),
  check(capacity, context) {
    const policy = policyOf(capacity);
    if (policy?.default === undefined || policy.hasValues || !policy.hasRange) return;
    const range = rangeOf(capacity, context);
    if (range !== undefined) return checkRange(range, context);
    context.report(policy.field.child('validRange', 'min'), required('required when validRange is defined'));
  },
};

function checkRange({ field, capacity, default: preset, min, max, inexact }: RequestRange, context: RuleContext): void {
  // Up to 1.36, a wrong default was reported at the field of the bound.
  const presetAt = (bound: string): string => (context.minor >= 37 ? 'default' : bound);
  const report = (name: string, amount: { toString(): string }, why: string): void =>
    context.report(field.child(name), invalid(amount.toString(), why));
  if (min.compare(capacity) > 0) report('min', min, `min is larger than capacity value: ${capacity}`);
  if (preset.compare(min) < 0) report(presetAt('min'), preset, `default is less than min: ${min}`);
  if (max !== undefined) {
    if (min.compare(max) > 0) report('max', min, `min is larger than max: ${max}`);
    if (max.compare(capacity) > 0) report('max', max, `max is larger than capacity value: ${capacity}`);
    if (preset.compare(max) > 0) report(presetAt('max'), preset, `default is more than max: ${max}`);
  }
  for (const [name, amount] of inexact) report(name, amount, 'value cannot be represented as a milli value');
}
