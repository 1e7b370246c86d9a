import type { DecodingRule } from '../../rule.js';

/** YAML reads `1` as a number and `"1"` as a text. The API server converts neither. */
export const wrongType: DecodingRule = {
  id: 'wrong-type',
  severity: 'error',
  says: 'Value has the wrong type for its field',
  link: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.count': '2' },
    good: { 'spec.devices.requests[0].exactly.count': 2 },
  }),
};
