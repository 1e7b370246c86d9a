import { count } from '../../../core/base/words.js';
import type { WorldDevice } from '../../world/devices.js';
import { devicesFor, REQUEST_TYPES } from '../../world/requests.js';
import type { WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A request is allocated distinct devices, all available to one node. */
export const countAboveDevices: WorldRule = {
  id: 'count-above-devices',
  severity: 'warning',
  says: 'No node has as many devices as a request needs',
  link: DRA_PAGE,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['ResourceSlice', {}],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.count': 2 }],
    ],
    good: [
      ['ResourceSlice', {}],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.count': 1 }],
    ],
  }),
  check(request, context) {
    const { world } = context;
    const devices = devicesFor(request, world);
    const requestedCount = request.child('count').integer;
    if (devices === undefined || request.child('allocationMode').text !== 'ExactCount') return;
    const most = mostOnOneNode(devices);
    if (requestedCount > BigInt(most))
      context.report(
        request.child('count'),
        `requests ${count(requestedCount, 'device')}, but no node has more than ${most} that match`,
        String(most),
      );
  },
};

/** Returns the maximum number of the devices that a node can see: its local devices and all devices that are local to no node. */
function mostOnOneNode(devices: readonly WorldDevice[]): number {
  const local = new Map<string, number>();
  let others = 0;
  for (const { slice, nodeName } of devices) {
    const node = slice.nodeName ?? nodeName;
    if (node === undefined) others++;
    else local.set(node, (local.get(node) ?? 0) + 1);
  }
  let most = 0;
  for (const number of local.values()) most = Math.max(most, number);
  return most + others;
}
