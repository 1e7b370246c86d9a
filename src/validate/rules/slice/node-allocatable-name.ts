import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { NODE_ALLOCATABLE_KEP } from '../links.js';

/** Devices can only consume resources that the scheduler counts for each node. */
export const nodeAllocatableName: Rule = {
  id: 'node-allocatable-name',
  severity: 'error',
  says: 'Device uses an unsupported node resource',
  link: NODE_ALLOCATABLE_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].nodeAllocatableResources': { 'example.com/gpu': { overhead: { perPod: '1' } } } },
    good: { 'spec.devices[0].nodeAllocatableResources': { cpu: { overhead: { perPod: '1' } } } },
  }),
  check(device, context) {
    // The field has another name in 1.36.
    for (const [field, isSupported] of [
      ['nodeAllocatableResources', isNodeAllocatable],
      ['nodeAllocatableResourceMappings', isNative],
    ] as const) {
      if (device.fields[field] === undefined) continue;
      for (const resource of device.child(field).entries) {
        const name = String(resource.step);
        if (!isSupported(name))
          context.report(resource, invalid(name, 'must be a node allocatable resource name: cpu, memory or hugepages-<size>'));
      }
    }
  },
};

const isNodeAllocatable = (name: string): boolean => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
