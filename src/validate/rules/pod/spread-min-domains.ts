import { invalid, NOT_POSITIVE } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';
import { spreadConstraint } from '../placement-examples.js';

/** Missing domains count as domains without pods. */
export const spreadMinDomains: Rule = {
  id: 'spread-min-domains',
  severity: 'error',
  says: 'Topology spread constraint has a `minDomains` below 1, or sets it without DoNotSchedule',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: spreadConstraint({ whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }),
    good: spreadConstraint({ minDomains: 2 }),
  }),
  check(constraint, context) {
    const [domains, action] = [constraint.child('minDomains'), constraint.child('whenUnsatisfiable')];
    if (!domains.isSet) return;
    if (domains.integer <= 0n) context.report(domains, invalid(domains.integer, NOT_POSITIVE));
    if (action.text !== 'DoNotSchedule') {
      const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action.text}`;
      context.report(domains, invalid(domains.integer, why), 'remove it');
    }
  },
};
