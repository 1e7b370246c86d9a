import { amountsIn, containersOf, limitsOf, type PodAmounts, podAmountsOf, requestsOf } from '../../checks/pods.js';
import { canBeOvercommitted, milliOf } from '../../checks/resources.js';
import { invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

function checkRequests(owner: Field, { limits, requests }: PodAmounts, context: RuleContext): void {
  for (const [name, request] of requests) {
    context.checkpoint.step();
    const limit = limits.get(name);
    if (limit === undefined) {
      if (!canBeOvercommitted(name))
        context.report(limitsOf(owner), required('Limit must be set for non overcommitable resources'), `${name}: ${request.text}`);
      continue;
    }
    const [requestedAmount, most] = [request, limit].map(({ quantity }) => (quantity === undefined ? 0n : milliOf(quantity))) as [
      bigint,
      bigint,
    ];
    const at = owner.child('resources', 'requests');
    if (requestedAmount !== most && !canBeOvercommitted(name))
      context.report(at, invalid(request.text, `must be equal to ${name} limit of ${limit.text}`));
    else if (requestedAmount > most)
      context.report(at, invalid(request.text, `must be less than or equal to ${name} limit of ${limit.text}`));
  }
}

/** Extended resources and huge pages are never overcommitted: a container receives exactly the amount that it requests. */
export const resourceLimit: Rule = {
  id: 'resource-limit',
  severity: 'error',
  says: 'Request exceeds its limit, or differs from it where both must be equal',
  link: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.requests': { 'example.com/gpu': 1 } },
    good: { 'spec.containers[0].resources': { limits: { 'example.com/gpu': 1 }, requests: { 'example.com/gpu': 1 } } },
  }),
  check(spec, context) {
    for (const container of containersOf(spec))
      checkRequests(container, { limits: amountsIn(limitsOf(container)), requests: requestsOf(container, context.kind) }, context);
    checkRequests(spec, podAmountsOf(spec, context), context);
  },
};
