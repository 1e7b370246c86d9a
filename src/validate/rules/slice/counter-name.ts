import { labelProblems } from '../../../core/base/name-rules.js';
import { wrongKey } from '../../checks/names.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** The API server shows longer counter keys truncated. */
const LONGEST_KEY = 63;

/** Devices refer to counters by name. */
export const counterName: Rule = {
  id: 'counter-name',
  severity: 'error',
  says: 'Counter name is not a DNS label of at most 63 characters',
  link: COUNTERS_KEP,
  at: ['CounterSet', 'DeviceCounterConsumption'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices': undefined, 'spec.sharedCounters': [{ name: 'gpu-0', counters: { gpu_memory: { value: '80Gi' } } }] },
    good: { 'spec.devices': undefined, 'spec.sharedCounters': [{ name: 'gpu-0', counters: { 'gpu-memory': { value: '80Gi' } } }] },
  }),
  check(set, context) {
    const counters = set.child('counters');
    if (!context.reaches(counters)) return;
    for (const name of counters.map.keys()) {
      for (const problem of labelProblems(name)) context.report(wrongKey(counters, name, context, LONGEST_KEY), invalid(name, problem));
    }
  },
};
