import { checkLength } from '../../checks/lists.js';
import { LIST_VALUES, sizeOf, someDevice } from '../../checks/slices.js';
import type { Rule, ServerRelease } from '../../rule.js';
import type { Decoded } from '../../tree/decoded.js';
import { isStruct } from '../../tree/decoded.js';
import type { Field } from '../../tree/field.js';
import { SLICE_PAGE } from '../links.js';

const MOST = 128;
const MOST_RICH = 64;

/** Larger pools have several slices. */
export const deviceCount: Rule = {
  id: 'device-count',
  severity: 'error',
  says: 'Slice has more than 128 devices, or more than 64 with taints, counters or lists',
  link: SLICE_PAGE,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices': Array.from({ length: 129 }, (_, number) => ({ name: `gpu-${number}` })) },
    good: { 'spec.devices': Array.from({ length: 128 }, (_, number) => ({ name: `gpu-${number}` })) },
  }),
  check(spec, context) {
    const devices = spec.child('devices');
    if (devices.size <= MOST_RICH) return;
    checkLength(devices, isRich(spec, context) ? MOST_RICH : MOST, context, 'handwritten');
  },
};

/** Returns whether a device has fields that use much space. */
function isRich(spec: Field, { minor }: ServerRelease): boolean {
  if (minor < 35) return false;
  return someDevice(
    spec,
    (device) => sizeOf(device['taints']) > 0 || sizeOf(device['consumesCounters']) > 0 || (minor >= 36 && hasList(device['attributes'])),
  );
}

function hasList(attributes: Decoded | undefined): boolean {
  if (!(attributes instanceof Map)) return false;
  for (const attribute of attributes.values()) {
    if (isStruct(attribute) && LIST_VALUES.some((name) => attribute[name] !== undefined)) return true;
  }
  return false;
}
