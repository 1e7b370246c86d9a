import type { WorldRule } from '../../world-rule.js';
import { CLAIM_PAGE } from '../links.js';

/** The API server accepts both, but the scheduler only checks matchAttribute (docs/spec/reference-1.37.md 1.22). */
export const constraintBothAttributes: WorldRule = {
  id: 'constraint-both-attributes',
  severity: 'warning',
  says: 'Constraint has both matchAttribute and distinctAttribute',
  link: CLAIM_PAGE,
  at: ['DeviceConstraint'],
  examples: () => ({
    bad: [
      [
        'ResourceClaim',
        { 'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model', distinctAttribute: 'gpu.example.com/uuid' }] },
      ],
    ],
    good: [
      [
        'ResourceClaim',
        { 'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model' }, { distinctAttribute: 'gpu.example.com/uuid' }] },
      ],
    ],
  }),
  check(constraint, context) {
    const distinct = constraint.child('distinctAttribute');
    if (distinct.isSet && constraint.child('matchAttribute').isSet)
      context.report(distinct, 'is ignored because matchAttribute is set: write two constraints');
  },
};
