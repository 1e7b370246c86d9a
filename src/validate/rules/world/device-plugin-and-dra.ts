import { offeredTwiceTexts } from '../../../scheduler/pods/device-plugins.js';
import { PLACE } from '../../tree/field-paths.js';
import type { PoolRule } from '../../world-rule.js';
import { EXTENDED_RESOURCE_KEP } from '../links.js';

/** The scheduler accounts for device plugins and DRA separately, so it can assign a device that both offer to two pods. */
export const devicePluginAndDra: PoolRule = {
  id: 'device-plugin-and-dra',
  severity: 'warning',
  says: 'Node offers the same devices through a device plugin and through DRA',
  link: EXTENDED_RESOURCE_KEP,
  examples: () => ({
    bad: [
      ['Node', { 'status.allocatable': { 'example.com/gpu': '1' } }],
      ['DeviceClass', { 'spec.extendedResourceName': 'example.com/gpu' }],
      ['ResourceSlice', {}],
    ],
    good: [
      ['Node', { 'status.allocatable': { 'example.com/gpu': '0' } }],
      ['DeviceClass', { 'spec.extendedResourceName': 'example.com/gpu' }],
      ['ResourceSlice', {}],
    ],
  }),
  check({ slices }, { world, report }) {
    for (const slice of slices) {
      for (const text of offeredTwiceTexts(world.pluginDevices.get(slice) ?? [])) {
        report(slice, slice.nodeName === undefined ? PLACE : PLACE.child('spec', 'nodeName'), text);
      }
    }
  },
};
