import { subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { isStatic } from '../../checks/pods.js';
import type { Rule } from '../../rule.js';

/** An empty text counts as a name, and it is never valid. */
export const podClaimReference: Rule = {
  id: 'pod-claim-reference',
  severity: 'error',
  says: 'Pod names a claim or template with an invalid name',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resourceClaims[0].resourceClaimName': 'my_gpu' },
    good: { 'spec.resourceClaims[0].resourceClaimName': 'my-gpu' },
  }),
  check(spec, context) {
    if (isStatic(spec, context.kind)) return;
    for (const claim of spec.child('resourceClaims').items) {
      context.checkpoint.step();
      for (const field of ['resourceClaimName', 'resourceClaimTemplateName']) {
        const name = claim.child(field);
        if (name.isSet) reportProblems(name, name.text, (text) => subdomainProblems(text, 'characters'), context);
      }
    }
  },
};
