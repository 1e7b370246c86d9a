import { CLAIM_RULES } from '../../../src/validate/rules/claim.js';
import { describeExamples } from './examples.js';

describeExamples(CLAIM_RULES);
