import { POD_GROUP_RULES } from '../../../src/validate/rules/pod-group.js';
import { describeExamples } from './examples.js';

describeExamples(POD_GROUP_RULES);
