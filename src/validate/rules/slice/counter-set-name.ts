import { checkLabel } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** Devices refer to counter sets by name. */
export const counterSetName: Rule = {
  id: 'counter-set-name',
  severity: 'error',
  says: 'Name of a counter set is not a DNS label of at most 63 characters',
  link: COUNTERS_KEP,
  at: ['CounterSet'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices': undefined, 'spec.sharedCounters': [{ name: 'GPU_0', counters: { memory: { value: '80Gi' } } }] },
    good: { 'spec.devices': undefined, 'spec.sharedCounters': [{ name: 'gpu-0', counters: { memory: { value: '80Gi' } } }] },
  }),
  check(set, context) {
    checkLabel(set.child('name'), context);
  },
};
