import { checkFullyQualifiedName } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { DECLARATIVE_SINCE } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** Devices of several drivers may have attributes of the same name, which say different things. */
export const constraintAttribute: Rule = {
  id: 'constraint-attribute',
  severity: 'error',
  says: 'Constraint attribute without a domain, as in `gpu.example.com/model`',
  link: CLAIM_PAGE,
  at: ['DeviceConstraint'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.constraints': [{ matchAttribute: 'model' }] },
    good: { 'spec.devices.constraints': [{ matchAttribute: 'gpu.example.com/model' }] },
  }),
  check(constraint, context) {
    const [match, distinct] = [constraint.child('matchAttribute'), constraint.child('distinctAttribute')];
    if (match.isSet) checkFullyQualifiedName(match, context);
    // A constraint with both is one with matchAttribute; only declarative validation checks the other one then.
    if (distinct.isSet && (!match.isSet || context.minor >= DECLARATIVE_SINCE)) checkFullyQualifiedName(distinct, context);
  },
};
