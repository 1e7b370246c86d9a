import { nameOfDevice } from '../../world/devices.js';
import { devicesFor, REQUEST_TYPES } from '../../world/requests.js';
import { tolerationsOf, untoleratedTaint } from '../../world/taints.js';
import type { WorldRule } from '../../world-rule.js';
import { TAINTS_KEP } from '../links.js';

/**
 * A request must tolerate the taints of its devices. A request for all devices
 * fails if a matching device has a taint that it does not tolerate.
 */
export const taintNotTolerated: WorldRule = {
  id: 'taint-not-tolerated',
  severity: 'warning',
  says: 'Request does not tolerate the taints of any device that it matches',
  link: TAINTS_KEP,
  at: REQUEST_TYPES,
  examples: () => ({
    bad: [
      ['ResourceSlice', { 'spec.devices[0].taints': [{ key: 'example.com/broken', effect: 'NoSchedule' }] }],
      ['DeviceClass', {}],
      ['ResourceClaim', {}],
    ],
    good: [
      ['ResourceSlice', { 'spec.devices[0].taints': [{ key: 'example.com/broken', effect: 'NoSchedule' }] }],
      ['DeviceClass', {}],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.tolerations': [{ key: 'example.com/broken', operator: 'Exists' }] }],
    ],
  }),
  check(request, context) {
    const { world } = context;
    const devices = context.gate('DRADeviceTaints') ? devicesFor(request, world) : undefined;
    if (devices === undefined) return;
    const rules = context.gate('DRADeviceTaintRules') ? world.gathered.taintRules : [];
    const tolerations = tolerationsOf(request);
    const taintedDevice = devices.find((device) => untoleratedTaint(device, rules, tolerations) !== undefined);
    if (taintedDevice === undefined) return;
    const taint = untoleratedTaint(taintedDevice, rules, tolerations);
    const shown = `${taint?.key}${taint?.value ? `=${taint.value}` : ''}:${taint?.effect}`;
    const isAll = request.child('allocationMode').text === 'All';
    if (!isAll && devices.some((device) => untoleratedTaint(device, rules, tolerations) === undefined)) return;
    const message = isAll
      ? `requests all devices, and ${nameOfDevice(taintedDevice)} has the taint ${shown}: a device with such a taint makes the request fail`
      : `does not tolerate the taint ${shown}, and every device that matches has one`;
    context.report(request.child('tolerations'), message, `tolerations: [{key: ${taint?.key}, operator: Exists}]`);
  },
};
