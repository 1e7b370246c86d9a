import { invalid, NOT_POSITIVE } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** The number determines when a pool is complete. */
export const poolSliceCount: Rule = {
  id: 'pool-slice-count',
  severity: 'error',
  says: 'resourceSliceCount of a pool is below one',
  link: SLICE_PAGE,
  at: ['ResourcePool'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.pool.resourceSliceCount': 0 },
    good: { 'spec.pool.resourceSliceCount': 1 },
  }),
  check(pool, context) {
    const count = pool.child('resourceSliceCount');
    if (count.integer <= 0n) context.report(count, invalid(count.integer, NOT_POSITIVE), '1');
  },
};
