import type { DecodingRule } from '../../rule.js';

/** YAML makes a number of `1`, and a text of `"1"`; the API server does not make one of the other. */
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
