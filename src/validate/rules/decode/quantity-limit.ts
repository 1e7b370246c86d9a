import type { DecodingRule } from '../../rule.js';

/** The API server accepts exponents of 32 bits and needs minutes to process the largest ones. */
export const quantityLimit: DecodingRule = {
  id: 'quantity-limit',
  severity: 'warning',
  says: 'Quantity exponent is above 10000, so it is treated as 10000',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/definitions/quantity-resource/',
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].capacity[memory].value': '1e10001' },
    good: { 'spec.devices[0].capacity[memory].value': '1e10000' },
  }),
};
