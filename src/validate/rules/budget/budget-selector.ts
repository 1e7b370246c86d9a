import { checkSelector } from '../../checks/selectors.js';
import type { Rule } from '../../rule.js';
import { BUDGET_PAGE } from '../links.js';

/** The pods of the budget. */
export const budgetSelector: Rule = {
  id: 'budget-selector',
  severity: 'error',
  says: 'PodDisruptionBudget has an invalid label selector',
  link: BUDGET_PAGE,
  at: ['policy.PodDisruptionBudgetSpec'],
  examples: () => ({
    kind: 'PodDisruptionBudget',
    bad: { 'spec.selector': { matchExpressions: [{ key: 'app', operator: 'In' }] } },
    good: { 'spec.selector': { matchExpressions: [{ key: 'app', operator: 'In', values: ['train'] }] } },
  }),
  check(spec, context) {
    checkSelector(spec.child('selector'), context);
  },
};
