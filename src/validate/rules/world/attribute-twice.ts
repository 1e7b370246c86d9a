import { PLACE } from '../../tree/field-paths.js';
import { deviceField } from '../../world/devices.js';
import type { PoolRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A name without a domain belongs to the driver's domain, so both forms give two values to one name (docs/spec/reference-1.37.md 1.22). */
export const attributeTwice: PoolRule = {
  id: 'attribute-twice',
  severity: 'warning',
  says: 'Attribute or capacity exists both with and without the domain of the driver',
  link: DRA_PAGE,
  examples: () => ({
    bad: [['ResourceSlice', { 'spec.devices[0].attributes[gpu.example.com/model]': { string: 'A100' } }]],
    good: [['ResourceSlice', { 'spec.devices[0].attributes[pci.example.com/model]': { string: 'A100' } }]],
  }),
  check({ slices }, context) {
    for (const slice of slices) {
      for (const device of slice.devices) {
        for (const map of ['attributes', 'capacity'] as const) {
          const twice = [...device[map].keys()].find((name) => !name.includes('/') && device[map].has(`${slice.driver}/${name}`));
          if (twice === undefined) continue;
          const message = `${twice} and ${slice.driver}/${twice} are the same name: a selector reads one of the two values at random, and constraints use the one with the domain`;
          context.report(slice, deviceField(PLACE, device).child(map).key(twice), message, 'remove one of them');
          // Most devices of a pool have the same attributes, so one report is enough.
          return;
        }
      }
    }
  },
};
