import { checkLabel } from '../../checks/names.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** A device consumes a counter set of its pool. */
export const consumedSetName: Rule = {
  id: 'consumed-set-name',
  severity: 'error',
  says: 'Device consumes counters of a set with a missing or invalid name',
  link: COUNTERS_KEP,
  at: ['DeviceCounterConsumption'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].consumesCounters': [{ counterSet: 'GPU_0', counters: { memory: { value: '1Gi' } } }] },
    good: { 'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '1Gi' } } }] },
  }),
  check(consumption, context) {
    const name = consumption.child('counterSet');
    // In 1.34, any name of a set in the slice is valid.
    if (context.minor >= 35) checkLabel(name, context);
    else if (name.text === '') context.report(name, required());
  },
};
