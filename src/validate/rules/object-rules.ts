// Lists the rules about single objects, in the order of reports.

import type { Rule } from '../rule.js';
import { BUDGET_RULES } from './budget.js';
import { CLAIM_RULES } from './claim.js';
import { META_RULES } from './meta.js';
import { POD_RULES } from './pod.js';
import { POD_GROUP_RULES } from './pod-group.js';
import { QUOTA_RULES } from './quota.js';
import { SLICE_RULES } from './slice.js';
import { VOLUME_RULES } from './volume.js';

export const OBJECT_RULES: readonly Rule[] = [
  ...META_RULES,
  ...CLAIM_RULES,
  ...SLICE_RULES,
  ...POD_RULES,
  ...VOLUME_RULES,
  ...POD_GROUP_RULES,
  ...QUOTA_RULES,
  ...BUDGET_RULES,
];
