import { policyOf } from '../../checks/request-policies.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

/** Valid amounts are either listed or given by a range. */
export const requestPolicyKind: Rule = {
  id: 'request-policy-kind',
  severity: 'error',
  says: 'Request policy has both `validValues` and `validRange`',
  link: SHARED_CAPACITY_KEP,
  at: ['DeviceCapacity'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validValues: ['1Gi'], validRange: { min: '1Gi' } },
    },
    good: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validRange: { min: '1Gi' } },
    },
  }),
  check(capacity, context) {
    const policy = policyOf(capacity);
    if (policy === undefined || !policy.hasValues || !policy.hasRange) return;
    const rule = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    context.report(policy.field, forbidden(rule));
  },
};
