import { invalid, NOT_POSITIVE } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';
import { spreadConstraint } from '../placement-examples.js';

/** The maximum difference between the pods of any domain and of the domain with the fewest pods. */
export const spreadMaxSkew: Rule = {
  id: 'spread-max-skew',
  severity: 'error',
  says: 'Topology spread constraint has a `maxSkew` below 1',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: spreadConstraint({ maxSkew: 0 }),
    good: spreadConstraint(),
  }),
  check(constraint, context) {
    const skew = constraint.child('maxSkew');
    if (skew.integer <= 0n) context.report(skew, invalid(skew.integer, NOT_POSITIVE), '1');
  },
};
