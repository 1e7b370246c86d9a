import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_ALLOCATABLE_KEP } from '../links.js';

/** The amount depends either on a capacity of the device or on the device alone. */
export const nodeAllocatableMapping: Rule = {
  id: 'node-allocatable-mapping',
  severity: 'error',
  says: 'Mapping to a node resource has both `capacityKey` and `deviceMultiplier`',
  link: NODE_ALLOCATABLE_KEP,
  at: ['NodeAllocatableMapping'],
  declarative: true,
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.devices[0].nodeAllocatableResources': {
        cpu: { mapping: { capacityKey: 'memory', capacityMultiplier: '1', deviceMultiplier: '2' } },
      },
    },
    good: { 'spec.devices[0].nodeAllocatableResources': { cpu: { mapping: { deviceMultiplier: '2' } } } },
  }),
  check(mapping, context) {
    const { capacityKey, deviceMultiplier } = mapping.fields;
    if ((capacityKey === undefined) !== (deviceMultiplier === undefined)) return;
    const rule = capacityKey === undefined ? 'must specify one of' : 'must specify exactly one of';
    context.report(mapping, invalid('', `${rule}: \`capacityKey\`, \`deviceMultiplier\``));
  },
};
