import { QUOTA_RULES } from '../../../src/validate/rules/quota.js';
import { describeExamples } from './examples.js';

describeExamples(QUOTA_RULES);
