import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

const MOST = 1024;

/** Only 1.34 limits the consumed counters of all devices together. */
export const consumedCounterCount: Rule = {
  id: 'consumed-counter-count',
  severity: 'error',
  says: 'Devices of a slice consume more than 1024 counters (1.34)',
  link: COUNTERS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    options: { kubernetesVersion: '1.34', featureGates: { DRAPartitionableDevices: true } },
    bad: { 'spec.devices': devices(33), 'spec.sharedCounters': [{ name: 'gpu', counters: counters(32) }] },
    good: { 'spec.devices': devices(32), 'spec.sharedCounters': [{ name: 'gpu', counters: counters(32) }] },
  }),
  check(spec, context) {
    if (context.minor >= 35) return;
    const devices = spec.child('devices');
    let count = 0;
    for (const device of devices.items) for (const set of device.child('consumesCounters').items) count += set.child('counters').size;
    if (count > MOST) context.report(devices, invalid(count, `the total number of counters in devices must not exceed ${MOST}`));
  },
};

function devices(count: number): object[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `gpu-${number}`,
    consumesCounters: [{ counterSet: 'gpu', counters: counters(32) }],
  }));
}

function counters(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`slice-${number}`, { value: '1' }]));
}
