import { checkLabel } from '../../checks/names.js';
import { isStatic } from '../../checks/pods.js';
import { duplicate } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Containers refer to the claims of their pod by these names. */
export const podClaimName: Rule = {
  id: 'pod-claim-name',
  severity: 'error',
  says: 'Name of a pod claim is not unique, or not a DNS label of at most 63 characters',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resourceClaims[1]': { name: 'NIC_0', resourceClaimName: 'nic' } },
    good: { 'spec.resourceClaims[1]': { name: 'nic-0', resourceClaimName: 'nic' } },
  }),
  check(spec, context) {
    if (isStatic(spec, context.kind)) return;
    const seen = new Set<string>();
    for (const claim of spec.child('resourceClaims').items) {
      context.checkpoint.step();
      const name = claim.child('name');
      if (seen.has(name.text)) context.report(name, duplicate(name.text));
      else checkLabel(name, context);
      if (name.text !== '') seen.add(name.text);
    }
  },
};
