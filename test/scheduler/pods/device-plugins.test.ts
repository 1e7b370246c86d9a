import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import type { Json } from '../../../src/core/base/json.js';
import { type LocalDevices, offeredTwice, offeredTwiceTexts } from '../../../src/scheduler/pods/device-plugins.js';

const node = (name: string, allocatable: object): ReturnType<typeof decodeNode> =>
  decodeNode({ apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { allocatable } } as Json, new DecodeContext());

/** Every node has devices of gpu.nvidia.com, all of class gpu. */
const GPUS: LocalDevices = { driversOn: () => ['gpu.nvidia.com'], driverOf: ({ name }) => (name === 'gpu' ? 'gpu.nvidia.com' : undefined) };

const told = (allocatable: object, extendedResourceName?: string, name = 'gpu'): readonly string[] =>
  offeredTwice([node('n', allocatable)], [{ name, extendedResourceName }], GPUS, UNLIMITED).map(({ what }) => what);

describe('devices that a node offers twice', () => {
  it('are those of a class that names the resource of a device plugin', () => {
    expect(told({ 'example.com/gpu': '2' }, 'example.com/gpu')).toEqual([
      'example.com/gpu (2 allocatable), the resource of DeviceClass gpu',
    ]);
    expect(told({ 'deviceclass.resource.kubernetes.io/gpu': '1' })).toHaveLength(1);
  });

  it('are none where the device plugin has nothing left, or the node no device of the class', () => {
    expect(told({ 'example.com/gpu': '0' }, 'example.com/gpu')).toEqual([]);
    expect(told({ 'nvidia.com/gpu': '2' }, 'nvidia.com/gpu', 'other')).toEqual([]);
    expect(told({ cpu: '8', 'hugepages-2Mi': '1Gi' }, 'example.com/gpu')).toEqual([]);
  });

  it('are found by the names of drivers where no class names the resource', () => {
    expect(told({ 'nvidia.com/gpu': '2' })).toEqual(['nvidia.com/gpu (2 allocatable), named like driver gpu.nvidia.com']);
    expect(told({ 'gpu.nvidia.com/a100': '2' })).toHaveLength(1);
    expect(told({ 'nvidia.com/mig-1g.5gb': '2', 'amd.com/gpu': '8' })).toEqual([]);
  });

  it('are reported with the nodes that have them in common', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => node(name, { 'nvidia.com/gpu': '2' }));
    expect(offeredTwiceTexts(offeredTwice(nodes, [], GPUS, UNLIMITED))).toEqual([
      'nodes a, b, c, d and 2 more: a device plugin offers nvidia.com/gpu (2 allocatable), named like driver gpu.nvidia.com, and driver gpu.nvidia.com also publishes the devices in ResourceSlices: kube-scheduler counts the two separately and can allocate one device to two pods: run the device plugin or the DRA driver there, not both',
    ]);
  });
});
