import { checkUnion } from '../../checks/unions.js';
import type { Rule } from '../../rule.js';

/** A claim either exists already or is created for the group. */
export const podGroupClaimSource: Rule = {
  id: 'pod-group-claim-source',
  severity: 'error',
  says: 'Claim of a PodGroup does not name exactly one ResourceClaim or ResourceClaimTemplate',
  link: 'https://github.com/kubernetes/enhancements/issues/5729',
  at: ['scheduling.PodGroupResourceClaim'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.resourceClaims[0].resourceClaimTemplateName': 'fabric' },
    good: { 'spec.resourceClaims[0].resourceClaimName': 'fabric' },
  }),
  check(claim, context) {
    checkUnion(claim, ['resourceClaimName', 'resourceClaimTemplateName'], context);
  },
};
