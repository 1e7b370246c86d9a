import { poolKey } from '../../../allocator/pools/slice-index.js';
import { PLACE } from '../../tree/field-paths.js';
import { deviceField, nodeNameOf, type WorldDevice } from '../../world/devices.js';
import type { WorldPool } from '../../world/pools.js';
import type { PoolContext, PoolRule } from '../../world-rule.js';
import { SLICE_PAGE } from '../links.js';

/**
 * Claims identify a device by driver, pool and device name. If pools on two nodes share a
 * name, their devices of the same name count as one (docs/spec/reference-1.37.md 1.9).
 */
export const poolNameShared: PoolRule = {
  id: 'pool-name-shared',
  severity: 'warning',
  says: 'Two nodes use the same pool name for separate pools',
  link: SLICE_PAGE,
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['ResourceSlice', { 'metadata.name': 'worker-2-gpu', 'spec.nodeName': 'worker-2' }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['ResourceSlice', { 'metadata.name': 'worker-2-gpu', 'spec.nodeName': 'worker-2', 'spec.pool.name': 'worker-2' }],
    ],
  }),
  check(pool, context) {
    checkName(pool, context);
    if (pool.node === undefined) checkDevices(pool, context);
  },
};

/** Reports separate pools of several nodes with the same name, once at the second pool. */
function checkName(pool: WorldPool, { world, report }: PoolContext): void {
  const { driver, name, slices } = pool;
  const [first, second, ...others] = world.pools.get(poolKey(driver, name)) ?? [];
  const [slice] = slices;
  if (slice === undefined || first?.node === undefined || second !== pool) return;
  const more = others.length === 0 ? 'both' : `and ${others.length} more`;
  const message = `nodes ${first.node} and ${slice.nodeName} ${more} have a pool ${driver}/${name}: claims name a device by driver, pool and device, so devices of the same name count as one`;
  report(slice, PLACE.child('spec', 'pool', 'name'), message, 'name each pool after its node');
}

/** Reports devices of the same name on different nodes in one pool. */
function checkDevices({ driver, name, slices }: WorldPool, { report }: PoolContext): void {
  const firstDevices = new Map<string, WorldDevice>();
  for (const slice of slices) {
    for (const device of slice.devices) {
      const other = firstDevices.get(device.name);
      if (other === undefined) firstDevices.set(device.name, device);
      else if (isElsewhere(device, other)) {
        const message = `nodes ${nodeNameOf(other)} and ${nodeNameOf(device)} both have a device ${device.name} in pool ${driver}/${name}: they count as one device, and a claim that holds one makes the other unavailable`;
        report(slice, deviceField(PLACE, device).child('name'), message, 'give each device of the pool a unique name');
        // Pools of two nodes usually have equal device names, so one report is enough.
        return;
      }
    }
  }
}

function isElsewhere(left: WorldDevice, right: WorldDevice): boolean {
  const [one, other] = [nodeNameOf(left), nodeNameOf(right)];
  return one !== undefined && other !== undefined && one !== other;
}
