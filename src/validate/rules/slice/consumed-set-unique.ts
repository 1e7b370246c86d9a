import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** One entry contains everything that a device consumes from a counter set. */
export const consumedSetUnique: Rule = {
  id: 'consumed-set-unique',
  severity: 'error',
  says: 'Device names a counter set twice',
  link: COUNTERS_KEP,
  at: ['Device'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].consumesCounters': [
        { counterSet: 'gpu-0', counters: { memory: { value: '1Gi' } } },
        { counterSet: 'gpu-0', counters: { slices: { value: '1' } } },
      ],
    },
    good: { 'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '1Gi' }, slices: { value: '1' } } }] },
  }),
  check(device, context) {
    if (device.fields['consumesCounters'] !== undefined) checkUnique(device.child('consumesCounters'), context, 'counterSet');
  },
};
