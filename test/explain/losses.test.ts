// Devices that a request loses, by cause: those of another kind are told apart. The other causes are tested where they are counted.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

const of = (driver: string, ...types: readonly string[]): object =>
  slice(
    driver,
    types.map((type, index) => device(`${driver.split('.')[0]}-${index}`, { type })),
    { driver, pool: { name: driver } },
  );

function losses(resourceSlices: readonly object[], expression: string): readonly (readonly unknown[])[] {
  const { nodes } = allocator.explain({
    node: node('n'),
    claims: [claim('c', [request('r', { deviceClassName: 'k', count: 9 })])],
    deviceClasses: [deviceClass('k', expression)],
    resourceSlices,
  } as never);
  return nodes[0]?.requests[0]?.losses.map(({ code, count, devices = [] }) => [code, count, devices.map(({ device: name }) => name)]) ?? [];
}

describe('devices that the class refuses', () => {
  const slices = [of('gpu.example.com', 'gpu', 'mig'), of('nic.example.com', 'nic', 'nic')];

  it('are of another kind where it refuses all of their driver, and takes some of another one', () => {
    expect(losses(slices, 'device.driver == "gpu.example.com"')).toEqual([['other-kind', 2, ['nic-0', 'nic-1']]]);
  });

  it('are refused by its selector where it takes others of their driver', () => {
    expect(losses(slices, 'device.driver == "gpu.example.com" && device.attributes["gpu.example.com"].type == "gpu"')).toEqual([
      ['other-kind', 2, ['nic-0', 'nic-1']],
      ['class-selector', 1, ['gpu-1']],
    ]);
  });

  it('are refused by its selector where it takes none at all', () => {
    expect(losses(slices, 'device.driver == "none.example.com"')).toEqual([['class-selector', 4, ['gpu-0', 'gpu-1', 'nic-0', 'nic-1']]]);
  });
});
