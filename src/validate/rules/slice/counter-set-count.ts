import { checkLength } from '../../checks/lists.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { COUNTERS_KEP } from '../links.js';

const MOST_SETS = 8;
const MOST_COUNTERS_IN_134 = 32;

/** Further counter sets belong in another slice of the pool. */
export const counterSetCount: Rule = {
  id: 'counter-set-count',
  severity: 'error',
  says: 'Slice has more than 8 counter sets, or more than 32 counters in 1.34',
  link: COUNTERS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices': undefined, 'spec.sharedCounters': counterSets(9) },
    good: { 'spec.devices': undefined, 'spec.sharedCounters': counterSets(8) },
  }),
  check(spec, context) {
    const sets = spec.child('sharedCounters');
    if (context.minor >= 35) return checkLength(sets, MOST_SETS, context);
    const count = countersIn(sets);
    const rule = `the total number of shared counters must not exceed ${MOST_COUNTERS_IN_134}`;
    if (count > MOST_COUNTERS_IN_134) context.report(sets, invalid(count, rule));
  },
};

function countersIn(sets: Field): number {
  return sets.items.reduce((count, set) => count + set.child('counters').size, 0);
}

function counterSets(count: number): object[] {
  return Array.from({ length: count }, (_, number) => ({ name: `gpu-${number}`, counters: { memory: { value: '80Gi' } } }));
}
