import { checkSelector } from '../../checks/selectors.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';
import { spreadConstraint } from '../placement-examples.js';

/** Only the selected pods are counted. */
export const spreadSelector: Rule = {
  id: 'spread-selector',
  severity: 'error',
  says: 'Topology spread constraint has an invalid label selector',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: spreadConstraint({ labelSelector: { matchLabels: { 'app name': 'train' } } }),
    good: spreadConstraint({ labelSelector: { matchLabels: { 'app-name': 'train' } } }),
  }),
  check(constraint, context) {
    checkSelector(constraint.child('labelSelector'), context);
  },
};
