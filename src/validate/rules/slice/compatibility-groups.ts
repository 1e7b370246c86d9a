import { labelProblems } from '../../../core/base/name-rules.js';
import { checkLength, checkUnique } from '../../checks/lists.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COMPATIBILITY_KEP } from '../links.js';

const MOST = 2;

/** Devices of one counter set can be allocated at the same time only if they have a group in common. */
export const compatibilityGroups: Rule = {
  id: 'compatibility-groups',
  severity: 'error',
  says: 'Device has more than 2 compatibility groups of a counter set, or an invalid or repeated one',
  link: COMPATIBILITY_KEP,
  at: ['DeviceCounterConsumption'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].consumesCounters': [
        { counterSet: 'gpu-0', counters: { memory: { value: '1Gi' } }, compatibilityGroups: ['mig', 'vgpu', 'mps'] },
      ],
    },
    good: {
      'spec.devices[0].consumesCounters': [
        { counterSet: 'gpu-0', counters: { memory: { value: '1Gi' } }, compatibilityGroups: ['mig', 'vgpu'] },
      ],
    },
  }),
  check(consumption, context) {
    const groups = consumption.child('compatibilityGroups');
    checkLength(groups, MOST, context);
    if (!context.reaches(groups)) return;
    for (const group of groups.items) {
      for (const problem of labelProblems(group.text)) context.report(group, invalid(group.text, problem));
    }
    checkUnique(groups, context);
  },
};
