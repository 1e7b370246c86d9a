// Lists the rules about quotas.

import type { Rule } from '../rule.js';
import { quotaAmount } from './quota/quota-amount.js';
import { quotaResource } from './quota/quota-resource.js';
import { quotaScope } from './quota/quota-scope.js';
import { quotaScopeSelector } from './quota/quota-scope-selector.js';

export const QUOTA_RULES: readonly Rule[] = [quotaResource, quotaAmount, quotaScope, quotaScopeSelector];
