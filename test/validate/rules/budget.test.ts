import { BUDGET_RULES } from '../../../src/validate/rules/budget.js';
import { describeExamples } from './examples.js';

describeExamples(BUDGET_RULES);
