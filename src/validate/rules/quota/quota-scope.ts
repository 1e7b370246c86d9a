import { nearestName } from '../../../core/base/nearest-name.js';
import { canCount, excludeEachOther, SCOPES } from '../../checks/quotas.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** A quota with scopes counts only some of the pods or volume claims. */
export const quotaScope: Rule = {
  id: 'quota-scope',
  severity: 'error',
  says: 'Scopes of a quota are unknown, exclude each other or do not fit its resources',
  link: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  at: ['core.ResourceQuotaSpec'],
  examples: () => ({
    kind: 'ResourceQuota',
    bad: { 'spec.scopes': ['Ending'] },
    good: { 'spec.scopes': ['Terminating'] },
  }),
  check(quota, context) {
    const scopes = quota.child('scopes');
    const names = [...new Set(scopes.items.map(({ text }) => text))];
    for (const name of names) {
      if (!SCOPES.includes(name)) context.report(scopes, invalid(name, 'unsupported scope'), nearestName(name, SCOPES));
      for (const resource of SCOPES.includes(name) ? quota.child('hard').map.keys() : []) {
        context.checkpoint.step();
        if (!canCount(name, resource)) context.report(scopes, invalid(name, `unsupported scope applied to resource ${resource}`));
      }
    }
    if (excludeEachOther(names)) context.report(scopes, invalid(names[0], 'conflicting scopes'));
  },
};
