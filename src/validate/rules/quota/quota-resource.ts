import { checkQuotaResource } from '../../checks/resources.js';
import type { Rule } from '../../rule.js';

/** Devices of a class are counted as `<class>.deviceclass.resource.k8s.io/devices`, extended resources as `requests.<name>`. */
export const quotaResource: Rule = {
  id: 'quota-resource',
  severity: 'error',
  says: 'Quota names a resource that has no domain and that Kubernetes does not count',
  link: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  at: ['core.ResourceQuotaSpec'],
  examples: () => ({
    kind: 'ResourceQuota',
    bad: { 'spec.hard': { devices: 4 } },
    good: { 'spec.hard': { 'gpu.example.com.deviceclass.resource.k8s.io/devices': 4 } },
  }),
  check(quota, context) {
    for (const amount of quota.child('hard').entries) {
      context.checkpoint.step();
      checkQuotaResource(amount, context);
    }
  },
};
