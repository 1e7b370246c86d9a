import { checkLabel } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** A device is identified by driver, pool and device name. */
export const deviceName: Rule = {
  id: 'device-name',
  severity: 'error',
  says: 'Device name is not a DNS label of at most 63 characters',
  link: SLICE_PAGE,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].name': 'GPU_0' },
    good: { 'spec.devices[0].name': 'gpu-0' },
  }),
  check(device, context) {
    checkLabel(device.child('name'), context);
  },
};
