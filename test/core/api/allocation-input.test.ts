import { expect, it } from 'vitest';
import { decodeAllocationInput } from '../../../src/core/api/allocation-input.js';
import type { JsonObject } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { allocator, input } from '../../support/allocate.js';
import { claim, request } from '../../support/objects.js';

const features = resolveFeatures();
const question = input([request('r')]);
const decoded = (more: object) => decodeAllocationInput({ ...question, ...more } as unknown as JsonObject, features);

it('objects are decoded, and lists that are absent are empty', () => {
  const { node, claims, deviceClasses, resourceSlices, deviceTaintRules, allocated } = decoded({});
  expect([node.metadata.name !== '', claims.length, deviceClasses.length > 0, resourceSlices.length > 0]).toEqual([true, 1, true, true]);
  expect({ deviceTaintRules, ...allocated }).toEqual({ deviceTaintRules: [], claims: [], devices: [], shares: [] });
});

it('prepared claims are those of their list', () => {
  const prepared = allocator.cluster().prepare([claim('other', [request('x')])] as never);
  expect(decoded({ claims: prepared }).claims.map(({ metadata }) => metadata.name)).toEqual(['other']);
});

it('devices in use and their shares have names, and what shares consume', () => {
  const device = { driver: 'd.example.com', pool: 'p', device: 'd0' };
  const { devices, shares } = decoded({
    allocated: {
      devices: [device],
      sharedDevices: [{ ...device, shareID: 's' }],
      consumedCapacity: [{ ...device, capacity: { m: '1Ki' } }],
    },
  }).allocated;
  expect(devices).toMatchObject([device]);
  expect(shares).toMatchObject([device, device]);
  expect(shares[1]?.consumedCapacity?.get('m')?.nano).toBe(1024_000_000_000n);
});

it.each<[string, object, string]>([
  ['claims that are no list', { claims: 7 }, 'claims is not a list'],
  ['a slice that is none', { resourceSlices: [{ spec: 7 }] }, 'resourceSlices[0]'],
  ['a device without a name', { allocated: { devices: [{ driver: 7 }] } }, 'allocated.devices[0].driver'],
  ['an amount that is none', { allocated: { consumedCapacity: [{ capacity: { m: 'much' } }] } }, 'allocated.consumedCapacity[0].capacity'],
])('%s: an error says where', (_, more, words) => {
  expect(() => decoded(more)).toThrow(words);
});
