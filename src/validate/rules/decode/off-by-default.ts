import type { DecodingRule } from '../../rule.js';

/** API servers serve new beta and alpha versions only if they are enabled (KEP-3136). */
export const offByDefault: DecodingRule = {
  id: 'off-by-default',
  severity: 'warning',
  says: 'API servers do not serve this version by default',
  link: 'https://github.com/kubernetes/enhancements/issues/3136',
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { apiVersion: 'resource.k8s.io/v1beta2' },
    good: { apiVersion: 'resource.k8s.io/v1' },
  }),
};
