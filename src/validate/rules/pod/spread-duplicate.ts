import { duplicate } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';

/** A pod has one constraint for each topology key and action. */
export const spreadDuplicate: Rule = {
  id: 'spread-duplicate',
  severity: 'error',
  says: 'Two topology spread constraints have the same topology key and action',
  link: SPREAD_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: {
      'spec.topologySpreadConstraints': [
        { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
        { maxSkew: 2, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    },
    good: {
      'spec.topologySpreadConstraints': [
        { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
        { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' },
      ],
    },
  }),
  check(spec, context) {
    const later = new Set<string>();
    for (const constraint of spec.child('topologySpreadConstraints').items.toReversed()) {
      context.checkpoint.step();
      const key = `{${constraint.child('topologyKey').text}, ${constraint.child('whenUnsatisfiable').text}}`;
      const place = constraint.child('topologyKey').as(`${constraint.path}.{topologyKey, whenUnsatisfiable}`);
      if (later.has(key)) context.report(place, duplicate(key), 'remove one of them');
      later.add(key);
    }
  },
};
