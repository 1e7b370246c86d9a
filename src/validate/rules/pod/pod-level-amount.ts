import { aggregateLimits, aggregateRequests, limitsOf, podAmountsOf } from '../../checks/pods.js';
import { isHugePages, milliOf } from '../../checks/resources.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

function shown(milli: bigint): string {
  return milli % 1000n === 0n ? `${milli / 1000n}` : `${milli}m`;
}

/** Containers share the pod-level resources. */
export const podLevelAmount: Rule = {
  id: 'pod-level-amount',
  severity: 'error',
  says: 'Containers request more than their pod has',
  link: 'https://kubernetes.io/docs/tasks/configure-pod-container/assign-pod-level-resources/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.resources.requests': { cpu: 1 }, 'spec.containers[0].resources.requests': { cpu: 2 } },
    good: { 'spec.resources.requests': { cpu: 2 }, 'spec.containers[0].resources.requests': { cpu: 2 } },
  }),
  check(spec, context) {
    const { limits, requests } = podAmountsOf(spec, context);
    for (const [name, request] of requests) {
      const { quantity } = request;
      const aggregateRequest = aggregateRequests(spec, context.kind, name);
      if (quantity === undefined || aggregateRequest <= milliOf(quantity)) continue;
      const all = shown(aggregateRequest);
      context.report(request, invalid(request.text, `must be greater than or equal to aggregate container requests of ${all}`), all);
    }
    for (const [name, limit] of limits) {
      const { quantity } = limit;
      if (!isHugePages(name)) continue;
      const aggregateLimit = aggregateLimits(spec, name);
      if (quantity === undefined || aggregateLimit <= milliOf(quantity)) continue;
      const all = shown(aggregateLimit);
      context.report(limit, invalid(limit.text, `must be greater than or equal to aggregate container limits of ${all}`), all);
    }
    for (const container of spec.child('containers').items) {
      for (const limit of limitsOf(container).entries) {
        context.checkpoint.step();
        const most = limits.get(String(limit.step));
        if (limit.quantity === undefined || most?.quantity === undefined || milliOf(limit.quantity) <= milliOf(most.quantity)) continue;
        const at = spec.child('resources', 'containers').index(Number(container.step)).key(String(limit.step)).child('limits');
        context.report(at, invalid(limit.text, `must be less than or equal to pod limits of ${most.text}`), most.text);
      }
    }
  },
};
