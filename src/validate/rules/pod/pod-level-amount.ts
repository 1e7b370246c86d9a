import { aggregateRequests, limitsOf } from '../../checks/pods.js';
import { milliOf } from '../../checks/resources.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Containers share what their pod has. */
export const podLevelAmount: Rule = {
  id: 'pod-level-amount',
  severity: 'error',
  says: 'A pod has at least what its containers request together, and no container may have more than the pod.',
  link: 'https://kubernetes.io/docs/tasks/configure-pod-container/assign-pod-level-resources/',
  at: ['core.PodSpec'],
  examples: {
    kind: 'Pod',
    bad: { 'spec.resources.requests': { cpu: 1 }, 'spec.containers[0].resources.requests': { cpu: 2 } },
    good: { 'spec.resources.requests': { cpu: 2 }, 'spec.containers[0].resources.requests': { cpu: 2 } },
  },
  check(spec, context) {
    for (const request of spec.child('resources', 'requests').entries) {
      const { quantity } = request;
      const together = aggregateRequests(spec, context.kind, String(request.step));
      if (quantity === undefined || together <= milliOf(quantity)) continue;
      const all = together % 1000n === 0n ? `${together / 1000n}` : `${together}m`;
      context.report(request, invalid(request.text, `must be greater than or equal to aggregate container requests of ${all}`), all);
    }
    for (const container of spec.child('containers').items) {
      for (const limit of limitsOf(container).entries) {
        context.checkpoint.step();
        const most = limitsOf(spec).key(String(limit.step));
        if (limit.quantity === undefined || most.quantity === undefined || milliOf(limit.quantity) <= milliOf(most.quantity)) continue;
        const at = spec.child('resources', 'containers').index(Number(container.step)).key(String(limit.step)).child('limits');
        context.report(at, invalid(limit.text, `must be less than or equal to pod limits of ${most.text}`), most.text);
      }
    }
  },
};
