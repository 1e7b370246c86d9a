// Every rule over the whole input, in the order in which they are told of.

import { featureGateOff } from '../gate-off.js';
import type { RuleInfo } from '../rule.js';
import type { PoolRule, WorldRule } from '../world-rule.js';

/** The rules about values that the rest of the input makes wrong. */
export const VALUE_RULES: readonly WorldRule[] = [];

/** The rules about pools. */
export const POOL_RULES: readonly PoolRule[] = [];

/** All rules over the whole input. */
export const WORLD_RULES: readonly RuleInfo[] = [featureGateOff, ...VALUE_RULES, ...POOL_RULES];
