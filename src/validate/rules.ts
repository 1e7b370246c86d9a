// Every rule, in the order in which they are told of.

import type { Rule } from './rule.js';
import { requestName } from './rules/claim/request-name.js';

/** The rules about single objects. */
export const RULES: readonly Rule[] = [requestName];
