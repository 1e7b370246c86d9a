import { isShared } from '../../checks/request-policies.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

/** A device that is allocated as a whole cannot be shared. */
export const requestPolicySharing: Rule = {
  id: 'request-policy-sharing',
  severity: 'error',
  says: 'Capacity has a request policy, but its device does not set `allowMultipleAllocations: true`',
  link: SHARED_CAPACITY_KEP,
  at: ['DeviceCapacity'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi' } },
    good: { 'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi' }, 'spec.devices[0].allowMultipleAllocations': true },
  }),
  check(capacity, context) {
    const policy = capacity.child('requestPolicy');
    if (policy.isSet && !isShared(capacity)) context.report(policy, forbidden('allowMultipleAllocations must be true'));
  },
};
