import { invalid, NEGATIVE } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { BUDGET_PAGE } from '../links.js';

const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

function checkAmount(amount: Field, context: RuleContext): void {
  if (!amount.isSet) return;
  if (typeof amount.value === 'bigint') {
    if (amount.integer < 0n) context.report(amount, invalid(amount.integer, NEGATIVE));
  } else if (!/^[0-9]+%$/.test(amount.text)) context.report(amount, invalid(amount.text, PERCENT_RULE));
  else if (Number(amount.text.slice(0, -1)) > 100) context.report(amount, invalid(amount.text, 'must not be greater than 100%'));
}

/** A budget counts the pods that stay available, or the pods that may be missing. */
export const budgetAmount: Rule = {
  id: 'budget-amount',
  severity: 'error',
  says: 'PodDisruptionBudget has minAvailable and maxUnavailable, or an amount that is no count or percentage',
  link: BUDGET_PAGE,
  at: ['policy.PodDisruptionBudgetSpec'],
  examples: () => ({
    kind: 'PodDisruptionBudget',
    bad: { 'spec.maxUnavailable': '120%' },
    good: { 'spec.maxUnavailable': '20%' },
  }),
  check(spec, context) {
    const [least, most] = [spec.child('minAvailable'), spec.child('maxUnavailable')];
    if (least.isSet && most.isSet) context.report(spec, invalid({}, 'minAvailable and maxUnavailable cannot be both set'));
    checkAmount(least, context);
    checkAmount(most, context);
  },
};
