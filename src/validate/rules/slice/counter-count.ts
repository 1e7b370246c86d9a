import { checkLength } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

const MOST = 32;

/** Since 1.35, the counters of each set are limited; 1.34 limits all counters together. */
export const counterCount: Rule = {
  id: 'counter-count',
  severity: 'error',
  says: 'Counter set has more than 32 counters, or a device consumes more than 32 (since 1.35)',
  link: COUNTERS_KEP,
  at: ['CounterSet', 'DeviceCounterConsumption'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices': undefined, 'spec.sharedCounters': [{ name: 'gpu-0', counters: counters(33) }] },
    good: { 'spec.devices': undefined, 'spec.sharedCounters': [{ name: 'gpu-0', counters: counters(32) }] },
  }),
  check(set, context) {
    if (context.minor >= 35) checkLength(set.child('counters'), MOST, context, 'handwritten');
  },
};

function counters(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`slice-${number}`, { value: '1' }]));
}
