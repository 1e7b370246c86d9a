// The rules about claims, templates of claims, and classes.

import type { Rule } from '../rule.js';
import { listLength } from './claim/list-length.js';
import { requestName } from './claim/request-name.js';

/** The rules about claims, templates of claims, and classes. */
export const CLAIM_RULES: readonly Rule[] = [listLength, requestName];
