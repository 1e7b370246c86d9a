import type { Quantity } from '../../../core/quantity/quantity.js';
import { PLACE } from '../../tree/field-paths.js';
import { forEachCounter, setsOf } from '../../world/counters.js';
import { deviceField } from '../../world/devices.js';
import type { PoolRule, WorldExamples } from '../../world-rule.js';
import { COUNTERS_KEP } from '../links.js';

const SETS = [{ name: 'gpu', counters: { slots: { value: '7' } } }];

/** Two devices that consume four of the seven slots each. */
const SLICES: WorldExamples['bad'] = [
  [
    'ResourceSlice',
    {
      'spec.pool.resourceSliceCount': 2,
      'spec.devices': ['gpu-0', 'gpu-1'].map((name) => ({
        name,
        consumesCounters: [{ counterSet: 'gpu', counters: { slots: { value: '4' } } }],
      })),
    },
  ],
  [
    'ResourceSlice',
    { 'metadata.name': 'counters', 'spec.pool.resourceSliceCount': 2, 'spec.devices': undefined, 'spec.sharedCounters': SETS },
  ],
];

/** If one counter is below zero, no device of the pool that consumes counters can be allocated (docs/spec/reference-1.37.md 1.24). */
export const poolCounterOverused: PoolRule = {
  id: 'pool-counter-overused',
  severity: 'warning',
  says: 'Allocated devices consume more of a counter than exists',
  link: COUNTERS_KEP,
  examples: () => ({
    bad: [
      ...SLICES,
      [
        'ResourceClaim',
        {
          'status.allocation.devices.results': ['gpu-0', 'gpu-1'].map((device) => ({
            request: 'gpu',
            driver: 'gpu.example.com',
            pool: 'worker',
            device,
          })),
        },
      ],
    ],
    good: [
      ...SLICES,
      [
        'ResourceClaim',
        { 'status.allocation.devices.results': [{ request: 'gpu', driver: 'gpu.example.com', pool: 'worker', device: 'gpu-0' }] },
      ],
    ],
  }),
  check(pool, { world, report }) {
    const sets = setsOf(pool);
    const consumed = new Map<string, Quantity>();
    const reportedKeys = new Set<string>();
    forEachCounter(pool, (device, place, { set, amounts }) => {
      const isHeld = world.holdersOf(pool.driver, pool.name, device.name).some(({ isAdmin }) => !isAdmin);
      for (const [name, amount] of isHeld ? amounts : []) {
        const key = `${set}/${name}`;
        const sum = consumed.get(key)?.add(amount) ?? amount;
        consumed.set(key, sum);
        const total = sets.get(set)?.get(name);
        if (total === undefined || sum.compare(total) <= 0 || reportedKeys.has(key)) continue;
        reportedKeys.add(key);
        const field = deviceField(PLACE, device).child('consumesCounters').index(place).child('counters').key(name);
        report(
          device.slice,
          field,
          `allocated devices consume at least ${sum} of ${key}, but only ${total} exists: until that changes, no device of the pool that consumes counters can be allocated`,
        );
      }
    });
  },
};
