// Lists every rule, in the order of reports.

import type { RuleInfo } from '../rule.js';
import { DECODING_RULES, TEXT_RULES } from './decode.js';
import { OBJECT_RULES } from './object-rules.js';
import { WORLD_RULES } from './world.js';

/**
 * All rules, including the rules of decoding and the rules over the whole input.
 * @example
 * ```ts
 * import { RULES } from 'dra-allocator/validate';
 *
 * const rule = RULES.find(({ id }) => id === 'request-name');
 * console.log(rule?.severity, rule?.says);
 * // error Name of a request or alternative is not a DNS label of at most 63 characters
 * ```
 */
export const RULES: readonly RuleInfo[] = [...TEXT_RULES, ...DECODING_RULES, ...OBJECT_RULES, ...WORLD_RULES];
