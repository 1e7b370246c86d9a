import { checkAmount } from '../../checks/resources.js';
import type { Rule } from '../../rule.js';

/** Objects and devices are counted in integers. */
export const quotaAmount: Rule = {
  id: 'quota-amount',
  severity: 'error',
  says: 'Amount of a quota is negative, or a count of objects is not an integer',
  link: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  at: ['core.ResourceQuotaSpec'],
  examples: () => ({
    kind: 'ResourceQuota',
    bad: { 'spec.hard': { 'gpu.example.com.deviceclass.resource.k8s.io/devices': -1 } },
    good: { 'spec.hard': { 'gpu.example.com.deviceclass.resource.k8s.io/devices': 1 } },
  }),
  check(quota, context) {
    for (const amount of quota.child('hard').entries) {
      context.checkpoint.step();
      checkAmount(amount, context);
    }
  },
};
