import { PLACE } from '../../tree/field-paths.js';
import { forEachCounter, setsOf } from '../../world/counters.js';
import { deviceField } from '../../world/devices.js';
import type { PoolRule } from '../../world-rule.js';
import { COUNTERS_KEP } from '../links.js';

const SETS = [{ name: 'gpu', counters: { slots: { value: '7' } } }];

/** Such a device can never be allocated. */
export const poolCounterTooSmall: PoolRule = {
  id: 'pool-counter-too-small',
  severity: 'warning',
  says: 'Device consumes more of a counter than exists',
  link: COUNTERS_KEP,
  examples: () => ({
    bad: [
      [
        'ResourceSlice',
        {
          'spec.pool.resourceSliceCount': 2,
          'spec.devices[0].consumesCounters': [{ counterSet: 'gpu', counters: { slots: { value: '8' } } }],
        },
      ],
      [
        'ResourceSlice',
        { 'metadata.name': 'counters', 'spec.pool.resourceSliceCount': 2, 'spec.devices': undefined, 'spec.sharedCounters': SETS },
      ],
    ],
    good: [
      [
        'ResourceSlice',
        {
          'spec.pool.resourceSliceCount': 2,
          'spec.devices[0].consumesCounters': [{ counterSet: 'gpu', counters: { slots: { value: '7' } } }],
        },
      ],
      [
        'ResourceSlice',
        { 'metadata.name': 'counters', 'spec.pool.resourceSliceCount': 2, 'spec.devices': undefined, 'spec.sharedCounters': SETS },
      ],
    ],
  }),
  check(pool, context) {
    const sets = setsOf(pool);
    forEachCounter(pool, (device, place, { set, amounts }) => {
      for (const [name, amount] of amounts) {
        const total = sets.get(set)?.get(name);
        if (total === undefined || amount.compare(total) <= 0) continue;
        const field = deviceField(PLACE, device).child('consumesCounters').index(place).child('counters').key(name);
        context.report(
          device.slice,
          field,
          `consumes ${amount} of ${set}/${name}, but only ${total} exists: the device can never be allocated`,
        );
      }
    });
  },
};
