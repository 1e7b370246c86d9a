import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

/** Since 1.35, counters are in separate slices. */
export const devicesOrCounters: Rule = {
  id: 'devices-or-counters',
  severity: 'error',
  says: 'Slice has both devices and shared counters (since 1.35)',
  link: COUNTERS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.sharedCounters': [{ name: 'gpu-0', counters: { memory: { value: '80Gi' } } }] },
    good: { 'spec.sharedCounters': [{ name: 'gpu-0', counters: { memory: { value: '80Gi' } } }], 'spec.devices': undefined },
  }),
  check(spec, context) {
    if (context.minor < 35 || !spec.child('sharedCounters').isSet || !spec.child('devices').isSet) return;
    const how = 'put the counters into another slice of the pool, and include that slice in `resourceSliceCount`';
    context.report(spec, invalid('', 'only one of `sharedCounters` or `devices` is allowed'), how);
  },
};
