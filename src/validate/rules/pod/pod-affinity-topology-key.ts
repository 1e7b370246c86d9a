import { checkLabelKey } from '../../checks/names.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { POD_AFFINITY_PAGE } from '../links.js';
import { antiAffinityTerm } from '../placement-examples.js';

/** The nodes with one value of this label are one domain. */
export const podAffinityTopologyKey: Rule = {
  id: 'pod-affinity-topology-key',
  severity: 'error',
  says: 'Topology key of a pod affinity term is missing or is not a label key',
  link: POD_AFFINITY_PAGE,
  at: ['core.PodAffinityTerm'],
  examples: () => ({
    kind: 'Pod',
    bad: antiAffinityTerm({ labelSelector: { matchLabels: { app: 'train' } } }),
    good: antiAffinityTerm({ labelSelector: { matchLabels: { app: 'train' } }, topologyKey: 'kubernetes.io/hostname' }),
  }),
  check(term, context) {
    const key = term.child('topologyKey');
    if (key.text === '') context.report(key, required('can not be empty'));
    checkLabelKey(key, context);
  },
};
