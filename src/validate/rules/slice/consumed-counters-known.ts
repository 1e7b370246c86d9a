import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { COUNTERS_KEP } from '../links.js';

/** In 1.34, counters and the devices that consume them are in the same slice. */
export const consumedCountersKnown: Rule = {
  id: 'consumed-counters-known',
  severity: 'error',
  says: 'Device consumes a counter that its slice does not have (1.34)',
  link: COUNTERS_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    options: { kubernetesVersion: '1.34', featureGates: { DRAPartitionableDevices: true } },
    bad: { 'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '1Gi' } } }] },
    good: {
      'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '1Gi' } } }],
      'spec.sharedCounters': [{ name: 'gpu-0', counters: { memory: { value: '80Gi' } } }],
    },
  }),
  check(spec, context) {
    if (context.minor >= 35) return;
    // If sets share a name, the last one counts.
    const sets = new Map(spec.child('sharedCounters').items.map((set) => [set.child('name').text, set.child('counters').map]));
    for (const device of spec.child('devices').items) {
      for (const consumption of device.child('consumesCounters').items) checkConsumption(consumption, sets, context);
    }
  },
};

function checkConsumption(consumption: Field, sets: ReadonlyMap<string, ReadonlyMap<string, unknown>>, context: RuleContext): void {
  const name = consumption.child('counterSet');
  const declaredCounters = sets.get(name.text);
  if (declaredCounters === undefined) {
    return context.report(name, invalid(name.text, 'must reference a counterSet defined in the ResourceSlice sharedCounters'));
  }
  const counters = consumption.child('counters');
  for (const counter of counters.map.keys()) {
    if (declaredCounters.has(counter)) continue;
    context.report(counters, invalid(counter, 'must reference a counter defined in the ResourceSlice sharedCounters'));
  }
}
