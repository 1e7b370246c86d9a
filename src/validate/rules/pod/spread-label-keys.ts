import { checkLabelKeys, checkUnmergedKeys } from '../../checks/label-keys.js';
import type { Rule } from '../../rule.js';
import { SPREAD_PAGE } from '../links.js';
import { spreadConstraint } from '../placement-examples.js';

/** The API server adds the label of the pod for each of these keys to the selector. */
export const spreadLabelKeys: Rule = {
  id: 'spread-label-keys',
  severity: 'error',
  says: 'Topology spread constraint has an invalid or repeated key in `matchLabelKeys`',
  link: SPREAD_PAGE,
  at: ['core.TopologySpreadConstraint'],
  examples: () => ({
    kind: 'Pod',
    bad: spreadConstraint({ matchLabelKeys: ['pod-template-hash'] }),
    good: spreadConstraint({ matchLabelKeys: ['pod-template-hash'], labelSelector: { matchLabels: { app: 'train' } } }),
  }),
  check(constraint, context) {
    if (context.gate('MatchLabelKeysInPodTopologySpreadSelectorMerge')) checkLabelKeys(constraint, context);
    else checkUnmergedKeys(constraint, context);
  },
};
