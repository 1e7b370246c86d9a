import type { DecodingRule } from '../../rule.js';

/** The API server takes exponents of 32 bits, and is busy for minutes with the greatest of them. */
export const quantityLimit: DecodingRule = {
  id: 'quantity-limit',
  severity: 'warning',
  says: 'Quantity exponent above 10000, which is treated as 10000',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/definitions/quantity-resource/',
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].capacity[memory].value': '1e10001' },
    good: { 'spec.devices[0].capacity[memory].value': '1e10000' },
  }),
};
