import type { Quantity } from '../../../core/quantity/quantity.js';
import { int64Problem } from '../../checks/quantities.js';
import { type RequestRange, rangeOf } from '../../checks/request-policies.js';
import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

/** Amounts within a range are rounded up to the next step. */
export const requestPolicyStep: Rule = {
  id: 'request-policy-step',
  severity: 'error',
  says: 'Default or maximum of a `validRange` cannot be reached from `min` in whole steps',
  link: SHARED_CAPACITY_KEP,
  at: ['DeviceCapacity'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '2Gi', validRange: { min: '2Gi', max: '9Gi', step: '2Gi' } },
    },
    good: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '2Gi', validRange: { min: '2Gi', max: '8Gi', step: '2Gi' } },
    },
  }),
  check(capacity, context) {
    const range = rangeOf(capacity, context);
    if (range?.step === undefined || range.inexact.length > 0) return;
    const { step, min, field } = range;
    const at = field.child('step');
    // Up to 1.36, the API server accepted a negative step and crashed on division by a zero step.
    const isWrong = context.minor >= 37 ? step.sign() <= 0 : step.value() === 0n;
    if (isWrong) return context.report(at, invalid(step.toString(), 'must be greater than zero'));
    const first = min.add(step);
    if (first.compare(range.capacity) > 0) {
      context.report(at, invalid(step.toString(), `one step ${first} is larger than capacity value: ${range.capacity}`));
    }
    if (context.minor < 37 || range.isMilli || areInt64(range, context)) checkSteps(range, step, at, context);
  },
};

/** Returns whether all amounts are integers of 64 bits, and reports the others. */
function areInt64({ field, default: preset, min, max, step }: RequestRange, context: RuleContext): boolean {
  let areThey = true;
  for (const [name, amount] of Object.entries({ default: preset, min, max, step })) {
    const problem = amount === undefined ? undefined : int64Problem(amount);
    if (problem === undefined) continue;
    context.report(field.child(name), invalid(String(amount), problem));
    areThey = false;
  }
  return areThey;
}

function checkSteps(range: RequestRange, step: Quantity, at: Field, context: RuleContext): void {
  const { min, max, isMilli } = range;
  const count = (amount: Quantity): bigint => (isMilli ? amount.milliValue() : amount.value());
  for (const amount of max === undefined ? [range.default] : [range.default, max]) {
    // In Go, the difference of two 64-bit integers wraps to 64 bits.
    const distance = BigInt.asIntN(64, count(amount) - count(min));
    if (distance % count(step) === 0n) continue;
    context.report(at, invalid(amount.toString(), `value is not a multiple of a given step (${step}) from (${min})`));
  }
}
