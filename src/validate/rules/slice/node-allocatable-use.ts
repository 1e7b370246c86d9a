import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_ALLOCATABLE_KEP } from '../links.js';

/** A resource without an amount has no effect. */
export const nodeAllocatableUse: Rule = {
  id: 'node-allocatable-use',
  severity: 'error',
  says: 'Node resource of a device has neither a mapping nor an overhead',
  link: NODE_ALLOCATABLE_KEP,
  at: ['NodeAllocatableResource', 'NodeAllocatableOverhead'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].nodeAllocatableResources': { cpu: {} } },
    good: { 'spec.devices[0].nodeAllocatableResources': { cpu: { overhead: { perContainer: '100m' } } } },
  }),
  check(resource, context) {
    const { parent, fields } = resource;
    const isResource = parent?.value instanceof Map;
    if (!isResource) {
      if (fields['perPod'] !== undefined || fields['perContainer'] !== undefined) return;
      return context.report(resource, invalid('', 'at least one of perPod or perContainer must be set'));
    }
    if (fields['mapping'] !== undefined || fields['overhead'] !== undefined) return;
    context.report(resource, required('at least one of mapping or overhead must be set'));
  },
};
