import { POD_RULES } from '../../../src/validate/rules/pod.js';
import { describeExamples } from './examples.js';

describeExamples(POD_RULES);
