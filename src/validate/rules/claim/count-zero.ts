import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** The API server cannot distinguish zero from an absent count and sets one (SetDefaults_ExactDeviceRequest). */
export const countZero: Rule = {
  id: 'count-zero',
  severity: 'warning',
  says: 'Count is 0, which the API server reads as 1',
  link: CLAIM_PAGE,
  at: ['ExactDeviceRequest', 'DeviceSubRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.count': 0 },
    good: { 'spec.devices.requests[0].exactly.count': 1 },
  }),
  check(request, context) {
    const count = request.child('count');
    if (count.integer !== 1n || Number(context.written(count)) !== 0) return;
    context.report(
      count,
      'count 0 requests 1 device: the API server treats 0 as unset and defaults it to 1',
      'write 1, or leave out the request',
    );
  },
};
