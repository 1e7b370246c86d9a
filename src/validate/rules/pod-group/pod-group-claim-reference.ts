import { subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import type { Rule } from '../../rule.js';

/** An empty text counts as a name, and it is never valid. */
export const podGroupClaimReference: Rule = {
  id: 'pod-group-claim-reference',
  severity: 'error',
  says: 'PodGroup names a claim or template with an invalid name',
  link: 'https://github.com/kubernetes/enhancements/issues/5729',
  at: ['scheduling.PodGroupResourceClaim'],
  examples: () => ({
    kind: 'PodGroup',
    bad: { 'spec.resourceClaims[0].resourceClaimName': 'my_fabric' },
    good: { 'spec.resourceClaims[0].resourceClaimName': 'my-fabric' },
  }),
  check(claim, context) {
    for (const field of ['resourceClaimName', 'resourceClaimTemplateName']) {
      const name = claim.child(field);
      if (name.isSet) reportProblems(name, name.text, (text) => subdomainProblems(text, 'characters'), context);
    }
  },
};
