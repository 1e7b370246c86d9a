import { checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** A repeated reference has no effect. */
export const uniqueReferences: Rule = {
  id: 'unique-references',
  severity: 'error',
  says: 'Constraint or configuration names a request twice',
  link: CLAIM_PAGE,
  at: ['DeviceConstraint', 'DeviceClaimConfiguration'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.constraints': [{ requests: ['gpu', 'gpu'], matchAttribute: 'gpu.example.com/model' }] },
    good: { 'spec.devices.constraints': [{ requests: ['gpu'], matchAttribute: 'gpu.example.com/model' }] },
  }),
  check(struct, context) {
    checkUnique(struct.child('requests'), context);
  },
};
