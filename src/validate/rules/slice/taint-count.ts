import { checkLength } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { TAINTS_KEP } from '../links.js';

const MOST = 16;
const MOST_IN_134 = 4;

/** The scheduler checks the taints of a device for each claim. */
export const taintCount: Rule = {
  id: 'taint-count',
  severity: 'error',
  says: 'Device has more than 16 taints, or more than 4 in 1.34',
  link: TAINTS_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].taints': taints(17) },
    good: { 'spec.devices[0].taints': taints(16) },
  }),
  check(device, context) {
    if (device.fields['taints'] !== undefined) {
      checkLength(device.child('taints'), context.minor >= 35 ? MOST : MOST_IN_134, context, 'handwritten');
    }
  },
};

function taints(count: number): object[] {
  return Array.from({ length: count }, (_, number) => ({ key: `example.com/reason-${number}`, effect: 'NoSchedule' }));
}
