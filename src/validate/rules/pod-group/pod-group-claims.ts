import { checkLength, checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';

const MOST = 4;

/** All pods of the group share its claims. */
export const podGroupClaims: Rule = {
  id: 'pod-group-claims',
  severity: 'error',
  says: 'PodGroup has more than four claims, or two with the same name',
  link: 'https://github.com/kubernetes/enhancements/issues/5729',
  at: ['scheduling.PodGroupSpec', 'scheduling.PodGroupTemplate'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.resourceClaims[1]': { name: 'fabric', resourceClaimName: 'nic' } },
    good: { 'spec.resourceClaims[1]': { name: 'nic', resourceClaimName: 'nic' } },
  }),
  check(group, context) {
    const claims = group.child('resourceClaims');
    checkLength(claims, MOST, context);
    checkUnique(claims, context, (claim) => claim.child('name').text);
  },
};
