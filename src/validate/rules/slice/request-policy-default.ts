import { policyOf } from '../../checks/request-policies.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

/** A claim that does not request an amount is allocated the default. */
export const requestPolicyDefault: Rule = {
  id: 'request-policy-default',
  severity: 'error',
  says: 'Request policy with `validValues` or `validRange` has no default',
  link: SHARED_CAPACITY_KEP,
  at: ['DeviceCapacity'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { validRange: { min: '1Gi' } },
    },
    good: {
      'spec.devices[0].allowMultipleAllocations': true,
      'spec.devices[0].capacity[memory].requestPolicy': { default: '1Gi', validRange: { min: '1Gi' } },
    },
  }),
  check(capacity, context) {
    const policy = policyOf(capacity);
    // A policy with both fields is rejected anyway.
    if (policy === undefined || policy.default !== undefined || policy.hasValues === policy.hasRange) return;
    context.report(policy.field.child('default'), required(`required when ${policy.hasValues ? 'validValues' : 'validRange'} is defined`));
  },
};
