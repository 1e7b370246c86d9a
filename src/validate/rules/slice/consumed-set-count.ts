import { checkLength } from '../../checks/lists.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { COUNTERS_KEP } from '../links.js';

const MOST_SETS = 2;
const MOST_COUNTERS_IN_134 = 32;

/** Each consumed counter set makes allocation harder to solve. */
export const consumedSetCount: Rule = {
  id: 'consumed-set-count',
  severity: 'error',
  says: 'Device consumes more than 2 counter sets, or more than 32 counters in 1.34',
  link: COUNTERS_KEP,
  at: ['Device'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].consumesCounters': consumptions(3) },
    good: { 'spec.devices[0].consumesCounters': consumptions(2) },
  }),
  check(device, context) {
    if (device.fields['consumesCounters'] === undefined) return;
    const consumed = device.child('consumesCounters');
    if (context.minor >= 35) return checkLength(consumed, MOST_SETS, context);
    const count = countersIn(consumed);
    const rule = `the total number of counters must not exceed ${MOST_COUNTERS_IN_134}`;
    if (count > MOST_COUNTERS_IN_134) context.report(device, invalid(count, rule));
  },
};

function countersIn(consumed: Field): number {
  return consumed.items.reduce((count, set) => count + set.child('counters').size, 0);
}

function consumptions(count: number): object[] {
  return Array.from({ length: count }, (_, number) => ({ counterSet: `gpu-${number}`, counters: { memory: { value: '1Gi' } } }));
}
