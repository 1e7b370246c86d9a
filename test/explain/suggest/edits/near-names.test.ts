import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../../../support/objects.js';

const allocator = await createAllocator();
const NICS = slice('nics', [device('nic-0', { 'resource.kubernetes.io/numaNode': 0 }, { capacity: { memory: { value: '1Gi' } } })], {
  driver: 'dra.net',
  pool: { name: 'nics' },
});
const AMD = [0, 1].map((number) =>
  device(`gpu-${number}`, { 'gpu.amd.com/numaNode': 0 }, { capacity: { 'gpu.amd.com/memory': { value: '64Gi' } } }),
);
const GPUS = slice('gpus', AMD, { driver: 'gpu.amd.com', pool: { name: 'gpus' } });
const CLASS = deviceClass('gpu.amd.com', 'device.driver == "gpu.amd.com"');

function textsFor(selection: object, constraints: readonly object[] = []) {
  const cluster = allocator.cluster();
  cluster.apply([node('n'), NICS, GPUS, CLASS] as never);
  const asked = claim('c', [request('r', { deviceClassName: 'gpu.amd.com', count: 2, ...selection })], { constraints });
  return cluster.explain({ claims: [asked] as never }).suggestions.map(({ text }) => text);
}

describe('a name that only devices of another driver have', () => {
  it('becomes in a constraint the one of the devices that are requested', () => {
    expect(textsFor({}, [{ matchAttribute: 'resource.kubernetes.io/numaNode' }])[0]).toBe(
      'write gpu.amd.com/numaNode instead of resource.kubernetes.io/numaNode as matchAttribute',
    );
  });

  it('becomes in a selector the one of the devices that are requested', () => {
    expect(textsFor(selectors('device.attributes["resource.kubernetes.io"].numaNode == 0'))[0]).toBe(
      'write gpu.amd.com/numaNode instead of resource.kubernetes.io/numaNode in the selector of request r',
    );
  });

  it('becomes in capacity requests the one of the devices that are requested', () => {
    expect(textsFor({ capacity: { requests: { memory: '8Gi' } } })[0]).toBe(
      'write gpu.amd.com/memory instead of memory as capacity of request r',
    );
  });

  it('stays where the devices have both', () => {
    const both = device('gpu-0', { 'gpu.amd.com/numaNode': 0, 'resource.kubernetes.io/numaNode': 1 });
    const cluster = allocator.cluster();
    cluster.apply([node('n'), slice('gpus', [both], { driver: 'gpu.amd.com' }), CLASS] as never);
    const selection = { deviceClassName: 'gpu.amd.com', ...selectors('device.attributes["resource.kubernetes.io"].numaNode == 0') };
    const { suggestions } = cluster.explain({ claims: [claim('c', [request('r', selection)])] as never });
    expect(suggestions.some(({ text }) => text.includes('gpu.amd.com/numaNode'))).toBe(false);
  });
});
