import { SLICE_RULES } from '../../../src/validate/rules/slice.js';
import { describeExamples } from './examples.js';

describeExamples(SLICE_RULES);
