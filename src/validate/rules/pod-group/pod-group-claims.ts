import { checkLength, checkUnique } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';

const MOST = 4;

/** The pods of the group share what they have. */
export const podGroupClaims: Rule = {
  id: 'pod-group-claims',
  severity: 'error',
  says: 'A group of pods has at most four claims, each with a name of its own.',
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
