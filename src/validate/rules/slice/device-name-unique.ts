import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** Claims could not distinguish two devices with the same name. */
export const deviceNameUnique: Rule = {
  id: 'device-name-unique',
  severity: 'error',
  says: 'Devices of a slice have the same name',
  link: SLICE_PAGE,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices': [{ name: 'gpu-0' }, { name: 'gpu-0' }] },
    good: { 'spec.devices': [{ name: 'gpu-0' }, { name: 'gpu-1' }] },
  }),
  check(spec, context) {
    checkUnique(spec.child('devices'), context, 'name');
  },
};
