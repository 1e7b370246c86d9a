import type { DecodingRule } from '../../rule.js';

/** Field names are case-sensitive: `resourceclaims` is unknown. */
export const unknownField: DecodingRule = {
  id: 'unknown-field',
  severity: 'error',
  says: 'Field does not exist here in this API version',
  link: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resourceclaims': [{ name: 'nic', resourceClaimName: 'nic' }] },
    good: { 'spec.resourceClaims[1]': { name: 'nic', resourceClaimName: 'nic' } },
  }),
};
