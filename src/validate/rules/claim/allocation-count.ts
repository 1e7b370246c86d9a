import { invalid, NOT_POSITIVE } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** The count is the number of requested devices. With `All`, the matching devices determine it. */
export const allocationCount: Rule = {
  id: 'allocation-count',
  severity: 'error',
  says: 'Count is not greater than zero, or is set although allocationMode is `All`',
  link: CLAIM_PAGE,
  at: ['ExactDeviceRequest', 'DeviceSubRequest'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.count': -1 },
    good: { 'spec.devices.requests[0].exactly.count': 2 },
  }),
  check(request, context) {
    const [{ text: mode }, count] = [request.child('allocationMode'), request.child('count')];
    if (mode === 'All' && count.integer !== 0n) {
      context.report(count, invalid(count.integer, "must not be specified when allocationMode is 'All'"), 'remove it');
    }
    if (mode === 'ExactCount' && count.integer <= 0n) context.report(count, invalid(count.integer, NOT_POSITIVE));
  },
};
