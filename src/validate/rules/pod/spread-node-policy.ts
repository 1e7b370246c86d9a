import { checkChoice } from '../../checks/choices.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';
import { spreadConstraint } from '../placement-examples.js';

/** Nodes that the pod cannot use may be counted or ignored. */
export const spreadNodePolicy: Rule = {
  id: 'spread-node-policy',
  severity: 'error',
  says: '`nodeAffinityPolicy` or `nodeTaintsPolicy` of a topology spread constraint is neither Honor nor Ignore',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: spreadConstraint({ nodeTaintsPolicy: 'honor' }),
    good: spreadConstraint({ nodeTaintsPolicy: 'Honor' }),
  }),
  check(constraint, context) {
    for (const field of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      const policy = constraint.child(field);
      if (policy.isSet) checkChoice(policy, ['Honor', 'Ignore'], context);
    }
  },
};
