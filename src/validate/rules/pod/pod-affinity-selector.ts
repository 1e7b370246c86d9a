import { checkSelector } from '../../checks/selectors.js';
import type { Rule } from '../../rule.js';
import { POD_AFFINITY_PAGE } from '../links.js';
import { antiAffinityTerm } from '../placement-examples.js';

/** One selector selects pods, the other one their namespaces. */
export const podAffinitySelector: Rule = {
  id: 'pod-affinity-selector',
  severity: 'error',
  says: 'Pod affinity term has an invalid label selector or namespace selector',
  link: POD_AFFINITY_PAGE,
  at: ['core.PodAffinityTerm'],
  examples: () => ({
    kind: 'Pod',
    bad: antiAffinityTerm({ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchExpressions: [{ key: 'app', operator: 'In' }] } }),
    good: antiAffinityTerm({
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
    }),
  }),
  check(term, context) {
    checkSelector(term.child('labelSelector'), context);
    checkSelector(term.child('namespaceSelector'), context);
  },
};
