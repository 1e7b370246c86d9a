import { ALLOCATION_MODES } from '../../checks/allocation-modes.js';
import { checkChoice } from '../../checks/choices.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** Later releases may add modes. The scheduler rejects claims with an unsupported mode. */
export const allocationMode: Rule = {
  id: 'allocation-mode',
  severity: 'error',
  says: 'allocationMode is neither `ExactCount` nor `All`',
  link: CLAIM_PAGE,
  at: ['ExactDeviceRequest', 'DeviceSubRequest'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.allocationMode': 'all' },
    good: { 'spec.devices.requests[0].exactly.allocationMode': 'All' },
  }),
  check(request, context) {
    const mode = request.child('allocationMode');
    if (mode.text !== '') checkChoice(mode, ALLOCATION_MODES, context);
  },
};
