// Lists the rules about PodDisruptionBudgets.

import type { Rule } from '../rule.js';
import { budgetAmount } from './budget/budget-amount.js';
import { budgetPolicy } from './budget/budget-policy.js';
import { budgetSelector } from './budget/budget-selector.js';

export const BUDGET_RULES: readonly Rule[] = [budgetAmount, budgetSelector, budgetPolicy];
