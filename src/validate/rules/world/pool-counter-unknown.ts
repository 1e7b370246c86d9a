import { PLACE } from '../../tree/field-paths.js';
import { forEachCounter, isComplete, setsOf } from '../../world/counters.js';
import { deviceField } from '../../world/devices.js';
import type { PoolRule } from '../../world-rule.js';
import { COUNTERS_KEP } from '../links.js';

const SETS = [{ name: 'gpu', counters: { slots: { value: '7' } } }];

/** A pool is invalid if its devices consume counters that no slice declares (docs/spec/reference-1.37.md 1.12). */
export const poolCounterUnknown: PoolRule = {
  id: 'pool-counter-unknown',
  severity: 'warning',
  says: 'Device consumes a counter that its pool lacks, or declares more than once',
  link: COUNTERS_KEP,
  examples: () => ({
    bad: [
      [
        'ResourceSlice',
        {
          'spec.pool.resourceSliceCount': 2,
          'spec.devices[0].consumesCounters': [{ counterSet: 'gpu', counters: { slot: { value: '1' } } }],
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
          'spec.devices[0].consumesCounters': [{ counterSet: 'gpu', counters: { slots: { value: '1' } } }],
        },
      ],
      [
        'ResourceSlice',
        { 'metadata.name': 'counters', 'spec.pool.resourceSliceCount': 2, 'spec.devices': undefined, 'spec.sharedCounters': SETS },
      ],
    ],
  }),
  check(pool, context) {
    const sets = setsOf(pool, (slice, place, set) =>
      context.report(
        slice,
        PLACE.child('spec', 'sharedCounters').index(place).child('name'),
        `the counter set ${set} is declared twice, so the pool ${pool.driver}/${pool.name} is invalid`,
      ),
    );
    if (!isComplete(pool)) return;
    forEachCounter(pool, (device, place, { set, amounts }) => {
      const declaredAmounts = sets.get(set);
      const field = deviceField(PLACE, device).child('consumesCounters').index(place);
      const invalid = `the pool ${pool.driver}/${pool.name} is invalid, and none of its devices can be allocated`;
      if (declaredAmounts === undefined)
        return context.report(device.slice, field.child('counterSet'), `no slice of the pool declares the counter set ${set}: ${invalid}`);
      for (const name of amounts.keys())
        if (!declaredAmounts.has(name))
          context.report(device.slice, field.child('counters').key(name), `the counter set ${set} has no counter ${name}: ${invalid}`);
    });
  },
};
