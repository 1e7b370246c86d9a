import { poolKey } from '../../../allocator/pools/slice-index.js';
import { count } from '../../../core/base/words.js';
import { PLACE } from '../../tree/field-paths.js';
import type { PoolRule } from '../../world-rule.js';
import { SLICE_PAGE } from '../links.js';

/** Devices of a pool are ignored unless exactly the declared number of slices exists (docs/spec/reference-1.37.md 1.10). */
export const poolIncomplete: PoolRule = {
  id: 'pool-incomplete',
  severity: 'warning',
  says: 'Pool has more or fewer slices than its resourceSliceCount',
  link: SLICE_PAGE,
  examples: () => ({
    bad: [['ResourceSlice', { 'spec.pool.resourceSliceCount': 2 }]],
    good: [
      ['ResourceSlice', { 'spec.pool.resourceSliceCount': 2 }],
      ['ResourceSlice', { 'metadata.name': 'worker-gpu-2', 'spec.pool.resourceSliceCount': 2, 'spec.devices[0].name': 'gpu-1' }],
    ],
  }),
  check(pool, { world, report }) {
    const { driver, name } = pool;
    const key = poolKey(driver, name);
    const disputed = world.verdicts.disputed.get(key);
    if (disputed === undefined && !world.verdicts.incomplete.has(key)) return;
    const pools = world.pools.get(key) ?? [];
    // Reported once per name, for slices that do not form a separate pool of one node.
    const rest = pools.at(-1);
    if (rest !== pool) return;
    const { slices, generation } = rest;
    const wrong = slices.find(({ sliceCount }) => sliceCount !== BigInt(slices.length));
    // Another rule reports a count of zero.
    if (wrong === undefined || wrong.sliceCount <= 0n) return;
    const at = PLACE.child('spec', 'pool', 'resourceSliceCount');
    if (disputed !== undefined) return report(wrong, at, disputed);
    const counts = new Set(slices.map(({ sliceCount }) => sliceCount));
    const shown = `the pool ${driver}/${name}`;
    const message =
      counts.size > 1
        ? `the slices of ${shown} disagree on their number (${[...counts].slice(0, 4).join(', ')}; found ${slices.length})`
        : `${shown} has ${count(slices.length, 'slice')} of generation ${generation}, but should have ${wrong.sliceCount}`;
    report(wrong, at, `${message}: its devices are ignored until all slices exist`);
  },
};
