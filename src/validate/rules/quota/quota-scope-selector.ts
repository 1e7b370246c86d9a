import { nearestName } from '../../../core/base/nearest-name.js';
import { canCount, excludeEachOther, SCOPES } from '../../checks/quotas.js';
import { invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** Scopes without values: a pod either has them or not. */
const WITHOUT_VALUES = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity'];

function checkOperator(expression: Field, expressions: Field, context: RuleContext): void {
  const [operator, values] = [expression.child('operator').text, expression.child('values').size];
  const name = expression.child('scopeName').text;
  if (WITHOUT_VALUES.includes(name) && operator !== 'Exists') {
    context.report(expressions.child('operator'), invalid(operator, `must be 'Exists' when scope is ${name}`), 'Exists');
  }
  if (operator === 'In' || operator === 'NotIn') {
    if (values === 0)
      context.report(expressions.child('values'), required("must be at least one value when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values > 0)
      context.report(expressions.child('values'), invalid(values, "must be no value when `operator` is 'Exists' or 'DoesNotExist'"));
  } else context.report(expressions.child('operator'), invalid(operator, 'not a valid selector operator'));
}

/** It can select by the values of a scope, such as priority classes. */
export const quotaScopeSelector: Rule = {
  id: 'quota-scope-selector',
  severity: 'error',
  says: 'Scope selector has an unknown scope or operator, or wrong values',
  link: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  at: ['core.ResourceQuotaSpec'],
  examples: () => ({
    kind: 'ResourceQuota',
    bad: { 'spec.scopeSelector.matchExpressions': [{ scopeName: 'PriorityClass', operator: 'In' }] },
    good: { 'spec.scopeSelector.matchExpressions': [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
  }),
  check(quota, context) {
    const expressions = quota.child('scopeSelector', 'matchExpressions');
    const names = expressions.items.map((each) => each.child('scopeName').text);
    const seen = new Set<string>();
    for (const expression of expressions.items) {
      const name = expression.child('scopeName').text;
      // The API server omits the index from these paths.
      const isNew = !seen.has(name);
      seen.add(name);
      if (!SCOPES.includes(name))
        context.report(expressions.child('scopeName'), invalid(name, 'unsupported scope'), nearestName(name, SCOPES));
      for (const resource of isNew && SCOPES.includes(name) ? quota.child('hard').map.keys() : []) {
        context.checkpoint.step();
        if (!canCount(name, resource)) context.report(expressions, invalid(name, `unsupported scope applied to resource ${resource}`));
      }
      checkOperator(expression, expressions, context);
    }
    if (excludeEachOther(names)) context.report(quota.child('scopeSelector', 'matchExpressions'), invalid(names[0], 'conflicting scopes'));
  },
};
