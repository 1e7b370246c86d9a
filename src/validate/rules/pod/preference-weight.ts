import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_SELECTOR_PAGE } from '../links.js';

/** The weights of all matching preferences of a node are added. */
export const preferenceWeight: Rule = {
  id: 'preference-weight',
  severity: 'error',
  says: 'Weight of a preference is not between 1 and 100',
  link: NODE_SELECTOR_PAGE,
  at: ['core.WeightedPodAffinityTerm', 'core.PreferredSchedulingTerm'],
  examples: () => ({
    kind: 'Pod',
    bad: {
      'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution': [
        { weight: 0, podAffinityTerm: { labelSelector: { matchLabels: { app: 'train' } }, topologyKey: 'kubernetes.io/hostname' } },
      ],
    },
    good: {
      'spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution': [
        { weight: 100, podAffinityTerm: { labelSelector: { matchLabels: { app: 'train' } }, topologyKey: 'kubernetes.io/hostname' } },
      ],
    },
  }),
  check(term, context) {
    const weight = term.child('weight');
    if (weight.integer <= 0n || weight.integer > 100n) context.report(weight, invalid(weight.integer, 'must be in the range 1-100'));
  },
};
