import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** Devices refer to counter sets by name. */
export const counterSetUnique: Rule = {
  id: 'counter-set-unique',
  severity: 'error',
  says: 'Counter sets of a slice have the same name',
  link: COUNTERS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices': undefined,
      'spec.sharedCounters': [
        { name: 'gpu-0', counters: { memory: { value: '80Gi' } } },
        { name: 'gpu-0', counters: { memory: { value: '80Gi' } } },
      ],
    },
    good: {
      'spec.devices': undefined,
      'spec.sharedCounters': [
        { name: 'gpu-0', counters: { memory: { value: '80Gi' } } },
        { name: 'gpu-1', counters: { memory: { value: '80Gi' } } },
      ],
    },
  }),
  check(spec, context) {
    checkUnique(spec.child('sharedCounters'), context, 'name');
  },
};
