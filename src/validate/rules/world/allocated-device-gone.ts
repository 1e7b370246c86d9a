import { poolKey } from '../../../allocator/pools/slice-index.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A claim keeps devices that its driver no longer offers, and its pods cannot start. */
export const allocatedDeviceGone: WorldRule = {
  id: 'allocated-device-gone',
  severity: 'warning',
  says: 'Claim is allocated a device that no slice has',
  link: DRA_PAGE,
  at: ['ResourceClaim'],
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      [
        'ResourceClaim',
        { 'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-7' }] },
      ],
    ],
    good: [
      ['ResourceSlice', {}],
      [
        'ResourceClaim',
        { 'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-0' }] },
      ],
    ],
  }),
  check(claim, context) {
    const { world } = context;
    for (const result of claim.child('status', 'allocation', 'devices', 'results').items) {
      const [driver, name, device] = ['driver', 'pool', 'device'].map((field) => result.child(field).text) as [string, string, string];
      const pools = world.pools.get(poolKey(driver, name)) ?? [];
      const slices = pools.flatMap((pool) => pool.slices);
      // The device may be in a slice of the pool that is missing from the input.
      const [pool] = pools;
      if (pool === undefined || slices.some(({ sliceCount }) => sliceCount > BigInt(slices.length))) continue;
      const isThere = slices.some(({ devices }) => devices.some((poolDevice) => poolDevice.name === device));
      if (!isThere)
        context.report(
          result.child('device'),
          `the pool ${driver}/${name} no longer has the device ${device} (generation ${pool.generation})`,
        );
    }
  },
};
