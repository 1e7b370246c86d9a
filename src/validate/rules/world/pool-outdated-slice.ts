import { PLACE } from '../../tree/field-paths.js';
import type { PoolRule } from '../../world-rule.js';
import { SLICE_PAGE } from '../links.js';

/** After an update, slices of an earlier generation remain. */
export const poolOutdatedSlice: PoolRule = {
  id: 'pool-outdated-slice',
  severity: 'warning',
  says: 'Slice is not of the newest generation of its pool, so it is ignored',
  link: SLICE_PAGE,
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['ResourceSlice', { 'metadata.name': 'worker-gpu-2', 'spec.pool.generation': 2 }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['ResourceSlice', { 'metadata.name': 'worker-gpu-2', 'spec.pool': { name: 'other', generation: 2, resourceSliceCount: 1 } }],
    ],
  }),
  check({ driver, name, generation, outdated }, { report }) {
    for (const slice of outdated)
      report(
        slice,
        PLACE.child('spec', 'pool', 'generation'),
        `the pool ${driver}/${name} is at generation ${generation}: devices of this slice (generation ${slice.generation}) are ignored`,
      );
  },
};
