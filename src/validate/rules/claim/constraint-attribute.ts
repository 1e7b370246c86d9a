import { checkFullyQualifiedName } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { DECLARATIVE_SINCE } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** Attributes of different drivers may have the same name and different meanings. */
export const constraintAttribute: Rule = {
  id: 'constraint-attribute',
  severity: 'error',
  says: 'Constraint attribute has no domain, such as `gpu.example.com` in `gpu.example.com/model`',
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
    // If both attributes are set, matchAttribute counts. Only declarative validation then checks distinctAttribute.
    if (distinct.isSet && (!match.isSet || context.minor >= DECLARATIVE_SINCE)) checkFullyQualifiedName(distinct, context);
  },
};
