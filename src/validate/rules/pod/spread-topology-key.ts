import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';

/** The nodes with one value of this label are one domain. */
export const spreadTopologyKey: Rule = {
  id: 'spread-topology-key',
  severity: 'error',
  says: 'Topology spread constraint has no topology key',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.topologySpreadConstraints': [{ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }] },
    good: {
      'spec.topologySpreadConstraints': [{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' }],
    },
  }),
  check(constraint, context) {
    const key = constraint.child('topologyKey');
    if (key.text === '') context.report(key, required('can not be empty'));
  },
};
