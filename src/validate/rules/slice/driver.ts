import { checkDriverName } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** Claims, configurations and the kubelet refer to a driver by this name. */
export const sliceDriver: Rule = {
  id: 'slice-driver',
  severity: 'error',
  says: 'Driver name of a slice is not a DNS subdomain of at most 63 characters',
  link: SLICE_PAGE,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.driver': 'gpu_example' },
    good: { 'spec.driver': 'gpu.example.com' },
  }),
  check(spec, context) {
    checkDriverName(spec.child('driver'), context);
  },
};
