import { checkChoice } from '../../checks/choices.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';
import { spreadConstraint } from '../placement-examples.js';

/** A constraint excludes nodes, or it only scores them. */
export const spreadAction: Rule = {
  id: 'spread-action',
  severity: 'error',
  says: '`whenUnsatisfiable` of a topology spread constraint is neither DoNotSchedule nor ScheduleAnyway',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: spreadConstraint({ whenUnsatisfiable: 'doNotSchedule' }),
    good: spreadConstraint(),
  }),
  check(constraint, context) {
    checkChoice(constraint.child('whenUnsatisfiable'), ['DoNotSchedule', 'ScheduleAnyway'], context);
  },
};
