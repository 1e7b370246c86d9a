import { containersOf, limitsOf, podAmountsOf, requestsOf } from '../../checks/pods.js';
import { checkAmount, checkPages } from '../../checks/resources.js';
import type { Rule } from '../../rule.js';

/** Extended resources are indivisible. */
export const resourceAmount: Rule = {
  id: 'resource-amount',
  severity: 'error',
  says: 'Amount of a resource is negative, or not an integer where required',
  link: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.limits': { 'example.com/gpu': '0.5' } },
    good: { 'spec.containers[0].resources.limits': { 'example.com/gpu': '2' } },
  }),
  check(spec, context) {
    const amounts = containersOf(spec).flatMap((container) => [
      ...limitsOf(container).entries,
      ...requestsOf(container, context.kind).values(),
    ]);
    const { limits, requests } = podAmountsOf(spec, context);
    for (const amount of [...amounts, ...limits.values(), ...requests.values()]) {
      context.checkpoint.step();
      checkAmount(amount, context);
      checkPages(amount, context);
    }
  },
};
