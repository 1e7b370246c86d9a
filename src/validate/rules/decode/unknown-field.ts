import type { DecodingRule } from '../../rule.js';

/** Names count letter by letter, in upper and lower case: `resourceclaims` is no field. */
export const unknownField: DecodingRule = {
  id: 'unknown-field',
  severity: 'error',
  says: 'Field does not exist in this place of the API version',
  link: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resourceclaims': [{ name: 'nic', resourceClaimName: 'nic' }] },
    good: { 'spec.resourceClaims[1]': { name: 'nic', resourceClaimName: 'nic' } },
  }),
};
