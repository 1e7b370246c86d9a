import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { SLICE_PAGE } from '../links.js';

/** Slices of an older generation are ignored. */
export const poolGeneration: Rule = {
  id: 'pool-generation',
  severity: 'error',
  says: 'Generation of a pool is negative',
  link: SLICE_PAGE,
  at: ['ResourcePool'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.pool.generation': -1 },
    good: { 'spec.pool.generation': 0 },
  }),
  check(pool, context) {
    const generation = pool.child('generation');
    if (generation.integer < 0n) context.report(generation, invalid(generation.integer, 'must be greater than or equal to zero'));
  },
};
