import type { Field } from '../../tree/field.js';
import { choicesOfRequest } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** The maximum number of devices of an allocation (AllocationResultsMaxSize). */
const MOST_DEVICES = 32n;

/** The API server accepts such a claim, but the scheduler fails (docs/spec/reference-1.37.md 1.17). */
export const claimAboveLimit: WorldRule = {
  id: 'claim-above-limit',
  severity: 'warning',
  says: 'Requests of a claim need more than 32 devices together',
  link: DRA_PAGE,
  at: ['DeviceClaim'],
  examples: () => ({
    bad: [['ResourceClaim', { 'spec.devices.requests[0].exactly.count': 33 }]],
    good: [['ResourceClaim', { 'spec.devices.requests[0].exactly.count': 32 }]],
  }),
  check(claim, context) {
    let least = 0n;
    for (const request of claim.child('requests').items) least += leastOf(request);
    if (least > MOST_DEVICES)
      context.report(
        claim.child('requests'),
        `requests at least ${least} devices, but a claim can have at most ${MOST_DEVICES}: split it into several claims`,
      );
  },
};

/** Returns the minimum number of devices that a request needs: the smallest number of its alternatives, and 0 for all devices. */
function leastOf(request: Field): bigint {
  const counts = choicesOfRequest(request).map(({ field }) =>
    field.child('allocationMode').text === 'ExactCount' ? field.child('count').integer : 0n,
  );
  return counts.reduce((least, number) => (number < least ? number : least), counts[0] ?? 0n);
}
