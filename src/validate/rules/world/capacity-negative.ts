import { REQUEST_TYPES } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** The API server accepts a negative amount, but the scheduler fails at the first device (docs/spec/reference-1.37.md 1.27). */
export const capacityNegative: WorldRule = {
  id: 'capacity-negative',
  severity: 'warning',
  says: 'Request needs a negative amount of capacity',
  link: DRA_PAGE,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[memory]': '-1Gi' }]],
    good: [['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[memory]': '1Gi' }]],
  }),
  check(request, context) {
    for (const entry of request.child('capacity', 'requests').entries)
      if (entry.quantity?.sign() === -1)
        context.report(entry, `requests a negative amount of ${String(entry.step)}: the scheduler fails with an error`);
  },
};
