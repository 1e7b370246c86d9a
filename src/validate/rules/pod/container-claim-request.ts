import { labelProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { containersOf } from '../../checks/pods.js';
import type { Rule } from '../../rule.js';

/** The container receives the devices of this request of the claim. A container cannot name an alternative. */
export const containerClaimRequest: Rule = {
  id: 'container-claim-request',
  severity: 'error',
  says: 'Container names a request that is not a DNS label of at most 63 characters',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.claims[0].request': 'gpu/large' },
    good: { 'spec.containers[0].resources.claims[0].request': 'gpu' },
  }),
  check(spec, context) {
    for (const owner of [...containersOf(spec), spec]) {
      const whole = new Set<string>();
      for (const claim of owner.child('resources', 'claims').items) {
        context.checkpoint.step();
        const [name, request] = [claim.child('name').text, claim.child('request')];
        // A claim that an earlier entry names as a whole is reported as repeated.
        if (name !== '' && request.text !== '' && !whole.has(name)) reportProblems(request, request.text, labelProblems, context);
        if (request.text === '') whole.add(name);
      }
    }
  },
};
