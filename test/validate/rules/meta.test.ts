import { META_RULES } from '../../../src/validate/rules/meta.js';
import { describeExamples } from './examples.js';

describeExamples(META_RULES);
