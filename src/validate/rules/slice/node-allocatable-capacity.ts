import { invalid, notFound, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { NODE_ALLOCATABLE_KEP } from '../links.js';

/** The allocated capacity determines the amount of node resources that is consumed with it. */
export const nodeAllocatableCapacity: Rule = {
  id: 'node-allocatable-capacity',
  severity: 'error',
  says: 'Mapping to a node resource names a capacity that its device does not have',
  link: NODE_ALLOCATABLE_KEP,
  at: ['NodeAllocatableMapping', 'NodeAllocatableResourceMapping'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].nodeAllocatableResources': { memory: { mapping: { capacityKey: 'size', capacityMultiplier: '1' } } } },
    good: { 'spec.devices[0].nodeAllocatableResources': { memory: { mapping: { capacityKey: 'memory', capacityMultiplier: '1' } } } },
  }),
  check(mapping, context) {
    const key = mapping.child('capacityKey');
    if (key.isSet) {
      const { map } = capacitiesOf(mapping);
      if (key.text === '') context.report(key, invalid('', 'capacityKey must not be an empty string'));
      else if (!map.has(key.text)) context.report(key, notFound(key.text), map.size === 1 ? [...map.keys()][0] : undefined);
    }
    // In 1.36, a mapping has one multiplier, for capacities and for whole devices.
    if (context.minor < 37) return;
    const multiplier = mapping.child('capacityMultiplier');
    if (key.isSet && !multiplier.isSet) context.report(multiplier, required('capacityMultiplier is required when capacityKey is set'));
    if (multiplier.isSet && !key.isSet) context.report(key, required('capacityKey is required when capacityMultiplier is set'));
  },
};

/** Returns the capacities of the device that contains a mapping. */
function capacitiesOf(mapping: Field): Field {
  let field = mapping;
  while (typeof field.step !== 'number' && field.parent !== undefined) field = field.parent;
  return field.child('capacity');
}
