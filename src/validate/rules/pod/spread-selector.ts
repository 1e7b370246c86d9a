import { checkSelector } from '../../checks/selectors.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';

/** Only the selected pods are counted. */
export const spreadSelector: Rule = {
  id: 'spread-selector',
  severity: 'error',
  says: 'Topology spread constraint has an invalid label selector',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: {
      'spec.topologySpreadConstraints': [
        {
          maxSkew: 1,
          topologyKey: 'topology.kubernetes.io/zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { 'app name': 'train' } },
        },
      ],
    },
    good: {
      'spec.topologySpreadConstraints': [
        {
          maxSkew: 1,
          topologyKey: 'topology.kubernetes.io/zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { 'app-name': 'train' } },
        },
      ],
    },
  }),
  check(constraint, context) {
    checkSelector(constraint.child('labelSelector'), context);
  },
};
