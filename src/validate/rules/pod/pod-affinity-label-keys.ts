import { checkLabelKeys } from '../../checks/label-keys.js';
import type { Rule } from '../../rule.js';
import { POD_AFFINITY_PAGE } from '../links.js';
import { antiAffinityTerm } from '../placement-examples.js';

/** The API server adds the label of the pod for each of these keys to the selector. */
export const podAffinityLabelKeys: Rule = {
  id: 'pod-affinity-label-keys',
  severity: 'error',
  says: 'Pod affinity term has an invalid or repeated key in `matchLabelKeys` or `mismatchLabelKeys`',
  link: POD_AFFINITY_PAGE,
  at: ['core.PodAffinityTerm'],
  examples: () => ({
    kind: 'Pod',
    bad: antiAffinityTerm({ topologyKey: 'kubernetes.io/hostname', matchLabelKeys: ['pod-template-hash'] }),
    good: antiAffinityTerm({
      labelSelector: { matchLabels: { app: 'train' } },
      topologyKey: 'kubernetes.io/hostname',
      matchLabelKeys: ['pod-template-hash'],
    }),
  }),
  check(term, context) {
    checkLabelKeys(term, context);
  },
};
