import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** A set without counters limits no device. */
export const countersGiven: Rule = {
  id: 'counters-given',
  severity: 'error',
  says: 'Counter set has no counters, or a device names a set without consuming its counters',
  link: COUNTERS_KEP,
  at: ['CounterSet', 'DeviceCounterConsumption'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0' }] },
    good: { 'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '10Gi' } } }] },
  }),
  check(set, context) {
    const counters = set.child('counters');
    if (counters.size === 0) context.report(counters, required());
  },
};
