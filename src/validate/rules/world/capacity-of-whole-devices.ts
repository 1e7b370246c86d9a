import { devicesFor, REQUEST_TYPES } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { SHARED_CAPACITY_KEP } from '../links.js';

/**
 * A capacity request is a share only for devices with allowMultipleAllocations. For
 * other devices, it is the minimum that the device must have (KEP-5075).
 */
export const capacityOfWholeDevices: WorldRule = {
  id: 'capacity-of-whole-devices',
  severity: 'warning',
  says: 'Request needs an amount of capacity, but matches no device that can be shared',
  link: SHARED_CAPACITY_KEP,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[memory]': '10Gi' }],
    ],
    good: [
      ['ResourceSlice', { 'spec.devices[0].allowMultipleAllocations': true }],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.capacity.requests[memory]': '10Gi' }],
    ],
  }),
  check(request, context) {
    const [first] = request.child('capacity', 'requests').entries;
    const devices = first === undefined ? undefined : devicesFor(request, context.world);
    if (first === undefined || devices === undefined || devices.some(({ allowMultipleAllocations }) => allowMultipleAllocations)) return;
    // Other rules report a capacity name or amount that no device has.
    const name = String(first.step);
    const amount = first.quantity;
    const serves = devices.find(({ capacity }) => amount !== undefined && (capacity.get(name)?.value.compare(amount) ?? -1) >= 0);
    if (serves === undefined) return;
    const has = serves.capacity.get(name)?.value;
    context.report(
      first,
      `no device that matches can be shared: the request is allocated a whole device, such as ${serves.name} with all ${has} of ${name} instead of ${amount}`,
      'leave out capacity and select devices by their size, or configure the driver to set allowMultipleAllocations',
    );
  },
};
