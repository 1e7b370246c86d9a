import { nearestName } from '../../../core/base/nearest-name.js';
import { notSupported } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { BUDGET_PAGE } from '../links.js';

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

/** Pods that are not ready can be evicted although the budget allows no eviction. */
export const budgetPolicy: Rule = {
  id: 'budget-policy',
  severity: 'error',
  says: 'PodDisruptionBudget has an unknown policy for pods that are not ready',
  link: `${BUDGET_PAGE}#unhealthy-pod-eviction-policy`,
  at: ['policy.PodDisruptionBudgetSpec'],
  examples: () => ({
    kind: 'PodDisruptionBudget',
    bad: { 'spec.unhealthyPodEvictionPolicy': 'Always' },
    good: { 'spec.unhealthyPodEvictionPolicy': 'AlwaysAllow' },
  }),
  check(spec, context) {
    const policy = spec.child('unhealthyPodEvictionPolicy');
    if (policy.isSet && !POLICIES.includes(policy.text))
      context.report(policy, notSupported(policy.text, POLICIES), nearestName(policy.text, POLICIES));
  },
};
