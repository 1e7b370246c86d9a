import { VOLUME_RULES } from '../../../src/validate/rules/volume.js';
import { describeExamples } from './examples.js';

describeExamples(VOLUME_RULES);
