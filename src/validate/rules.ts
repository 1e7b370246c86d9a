// Every rule, in the order in which they are told of.

import type { Rule, RuleInfo } from './rule.js';
import { CLAIM_RULES } from './rules/claim.js';
import { DECODING_RULES, TEXT_RULES } from './rules/decode.js';
import { META_RULES } from './rules/meta.js';
import { POD_RULES } from './rules/pod.js';
import { POD_GROUP_RULES } from './rules/pod-group.js';
import { QUOTA_RULES } from './rules/quota.js';
import { SLICE_RULES } from './rules/slice.js';
import { WORLD_RULES } from './rules/world.js';

/** The rules about single objects. */
export const OBJECT_RULES: readonly Rule[] = [
  ...META_RULES,
  ...CLAIM_RULES,
  ...SLICE_RULES,
  ...POD_RULES,
  ...POD_GROUP_RULES,
  ...QUOTA_RULES,
];

/** All rules, those of decoding and those over the whole input among them. */
export const RULES: readonly RuleInfo[] = [...TEXT_RULES, ...DECODING_RULES, ...OBJECT_RULES, ...WORLD_RULES];
