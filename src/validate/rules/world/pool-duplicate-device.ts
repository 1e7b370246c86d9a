import { PLACE } from '../../tree/field-paths.js';
import { deviceField, type WorldSlice } from '../../world/devices.js';
import type { PoolRule } from '../../world-rule.js';
import { SLICE_PAGE } from '../links.js';

/**
 * A pool with two devices of one name is invalid for nodes that see both, and none
 * of its devices can be allocated there (docs/spec/reference-1.37.md 1.12).
 */
export const poolDuplicateDevice: PoolRule = {
  id: 'pool-duplicate-device',
  severity: 'warning',
  says: 'Slices of a pool have two devices of the same name on one node',
  link: SLICE_PAGE,
  examples: () => ({
    bad: [
      ['ResourceSlice', { 'spec.pool.resourceSliceCount': 2 }],
      ['ResourceSlice', { 'metadata.name': 'worker-gpu-2', 'spec.pool.resourceSliceCount': 2 }],
    ],
    good: [
      ['ResourceSlice', { 'spec.pool.resourceSliceCount': 2 }],
      ['ResourceSlice', { 'metadata.name': 'worker-gpu-2', 'spec.pool.resourceSliceCount': 2, 'spec.devices[0].name': 'gpu-1' }],
    ],
  }),
  check({ driver, name, slices }, { report }) {
    if (slices.length < 2) return;
    const first = new Map<string, WorldSlice>();
    for (const slice of slices) {
      // Slices that select different nodes may be visible to different nodes.
      if (slice.reach === undefined) continue;
      for (const device of slice.devices) {
        const key = `${slice.reach}\0${device.name}`;
        const other = first.get(key) ?? first.get(`all\0${device.name}`);
        if (other === undefined) first.set(key, slice);
        else if (other !== slice) {
          const message = `${device.name} is also in ${other.object.shown}: the pool ${driver}/${name} is invalid, and none of its devices can be allocated`;
          report(slice, deviceField(PLACE, device).child('name'), message);
        }
      }
    }
  },
};
