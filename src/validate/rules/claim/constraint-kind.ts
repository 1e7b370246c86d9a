import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** A constraint requires devices to have equal or distinct values of an attribute. */
export const constraintKind: Rule = {
  id: 'constraint-kind',
  severity: 'error',
  says: 'Constraint has neither `matchAttribute` nor `distinctAttribute`',
  link: CLAIM_PAGE,
  at: ['DeviceConstraint'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.constraints': [{ requests: ['gpu'] }] },
    good: { 'spec.devices.constraints': [{ requests: ['gpu'], matchAttribute: 'gpu.example.com/model' }] },
  }),
  check(constraint, context) {
    if (constraint.child('matchAttribute').isSet || constraint.child('distinctAttribute').isSet) return;
    if (!context.gate('DRAConsumableCapacity'))
      return context.report(constraint.child('matchAttribute'), required('the attribute that the devices must have in common'));
    context.report(constraint, required('exactly one of `matchAttribute` or `distinctAttribute` is required'));
  },
};
