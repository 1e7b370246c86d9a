import { checkPoolName } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** The pool name groups the slices of a pool. */
export const poolName: Rule = {
  id: 'pool-name',
  severity: 'error',
  says: 'Pool name of a slice is missing or invalid',
  link: SLICE_PAGE,
  at: ['ResourcePool'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.pool.name': 'rack_1/worker' },
    good: { 'spec.pool.name': 'rack-1/worker' },
  }),
  check(pool, context) {
    checkPoolName(pool.child('name'), context);
  },
};
