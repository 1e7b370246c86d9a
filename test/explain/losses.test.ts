// Devices that a request loses, by cause. Devices of other classes are distinguished. The tests of the counting code cover the other causes.

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

describe('devices that the class rejects', () => {
  const slices = [of('gpu.example.com', 'gpu', 'mig'), of('nic.example.com', 'nic', 'nic')];

  it('are of another kind where it rejects all of their driver, and takes some of another one', () => {
    expect(losses(slices, 'device.driver == "gpu.example.com"')).toEqual([['other-kind', 2, ['nic-0', 'nic-1']]]);
  });

  it('are rejected by its selector where it takes others of their driver', () => {
    expect(losses(slices, 'device.driver == "gpu.example.com" && device.attributes["gpu.example.com"].type == "gpu"')).toEqual([
      ['other-kind', 2, ['nic-0', 'nic-1']],
      ['class-selector', 1, ['gpu-1']],
    ]);
  });

  it('are rejected by its selector where it takes none at all', () => {
    expect(losses(slices, 'device.driver == "none.example.com"')).toEqual([['class-selector', 4, ['gpu-0', 'gpu-1', 'nic-0', 'nic-1']]]);
  });
});

it('devices of many causes are distinguished by the code alone from the two hundredth on, and all of them are counted', () => {
  const devices = Array.from({ length: 1500 }, (_, index) =>
    device(`d${index}`, {}, { taints: [{ key: `k${index}`, effect: 'NoSchedule' }] }),
  );
  const found = losses([slice('s', devices)], 'true');
  expect(found).toHaveLength(201);
  expect(found.slice(-1).map(([code, count]) => [code, count])).toEqual([['tainted', 1300]]);
});

it('of very many devices the names of the first 50,000 are reported, and all are counted', () => {
  const devices = Array.from({ length: 60_000 }, (_, index) => device(`d${index}`));
  const input = { node: node('n'), deviceClasses: [deviceClass('any')], resourceSlices: [slice('s', devices)] };
  const [explained] = allocator.explain({ ...input, claims: [claim('c', [request('r', { count: 33 }), request('q')])] } as never).nodes;
  const few = allocator.explain({ ...input, claims: [claim('c', [request('r'), request('q')])] } as never).nodes[0];
  expect(few?.requests.map(({ left, leftDevices }) => [left, leftDevices?.length])).toEqual([
    [60_000, 50_000],
    [60_000, 0],
  ]);
  expect(explained?.kind).toBe('error');
});
