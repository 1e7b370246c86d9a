import { checkReferences } from '../../checks/references.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** A reference to an alternative includes its request. A request alone refers to any of its alternatives. */
export const requestReference: Rule = {
  id: 'request-reference',
  severity: 'error',
  says: 'Constraint or configuration names a request that the claim does not have',
  link: CLAIM_PAGE,
  at: ['DeviceConstraint', 'DeviceClaimConfiguration'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.constraints': [{ requests: ['gpus'], matchAttribute: 'gpu.example.com/model' }] },
    good: { 'spec.devices.constraints': [{ requests: ['gpu'], matchAttribute: 'gpu.example.com/model' }] },
  }),
  check(struct, context) {
    checkReferences(struct.child('requests'), context);
  },
};
