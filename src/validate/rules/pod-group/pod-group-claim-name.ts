import { checkLabel } from '../../checks/names.js';
import type { Rule } from '../../rule.js';

/** Pods of the group refer to its claims by these names. */
export const podGroupClaimName: Rule = {
  id: 'pod-group-claim-name',
  severity: 'error',
  says: 'Name of a claim of a PodGroup is not a DNS label of at most 63 characters',
  link: 'https://github.com/kubernetes/enhancements/issues/5729',
  at: ['scheduling.PodGroupResourceClaim'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.resourceClaims[0].name': 'FABRIC' },
    good: { 'spec.resourceClaims[0].name': 'fabric' },
  }),
  check(claim, context) {
    checkLabel(claim.child('name'), context);
  },
};
