import { isStatic } from '../../checks/pods.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

const FIELDS = ['resourceClaimName', 'resourceClaimTemplateName'];

/** A claim either exists already or is created for the pod. */
export const podClaimSource: Rule = {
  id: 'pod-claim-source',
  severity: 'error',
  says: 'Claim of a pod does not name exactly one ResourceClaim or ResourceClaimTemplate',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resourceClaims[0]': { name: 'gpu' } },
    good: { 'spec.resourceClaims[0]': { name: 'gpu', resourceClaimTemplateName: 'gpu' } },
  }),
  check(spec, context) {
    if (isStatic(spec, context.kind)) return;
    for (const claim of spec.child('resourceClaims').items) {
      context.checkpoint.step();
      const setFields = FIELDS.filter((name) => claim.child(name).isSet);
      if (setFields.length === 1) continue;
      const why = setFields.length === 0 ? 'must specify one of: ' : 'at most one may be specified of: ';
      const suggestion = setFields.length === 0 ? undefined : 'remove one of them';
      context.report(claim, invalid(claim.child('name').text, `${why}\`resourceClaimName\`, \`resourceClaimTemplateName\``), suggestion);
    }
  },
};
