// Every rule, in the order in which they are reported.

import type { RuleInfo } from '../rule.js';
import { DECODING_RULES, TEXT_RULES } from './decode.js';
import { OBJECT_RULES } from './object-rules.js';
import { WORLD_RULES } from './world.js';

/**
 * All rules, those of decoding and those over the whole input among them.
 * @example
 * ```ts
 * import { RULES } from 'dra-allocator/validate';
 *
 * const rule = RULES.find(({ id }) => id === 'request-name');
 * console.log(rule?.severity, rule?.says);
 * // error Request or alternative without a valid name: a DNS label of at most 63 characters
 * ```
 */
export const RULES: readonly RuleInfo[] = [...TEXT_RULES, ...DECODING_RULES, ...OBJECT_RULES, ...WORLD_RULES];
