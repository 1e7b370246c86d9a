import { describe, expect, it } from 'vitest';
import { Holders } from '../../../../src/apps/cli/inventory/holders.js';
import type { InventoryDevice } from '../../../../src/apps/cli/inventory/inventory.js';
import type { Device } from '../../../../src/core/api/resource-slice.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { device, slice } from '../../../support/objects.js';
import { decoded, holder } from './decoded.js';

const card = device('a', {}, { allowMultipleAllocations: true, capacity: { memory: { value: '8Gi' }, slots: { value: '4' } } });

/** Describes a device of pool `p` next to these claims. */
function describeOne(
  object: object,
  claims: readonly object[],
  gates: Readonly<Record<string, boolean>> = {},
  blockedBy?: string,
): Omit<InventoryDevice, 'cordoned'> {
  const objects = decoded(slice('s', [object]), ...claims);
  const first = objects.resourceSlices[0]?.spec.devices[0] as Device;
  return new Holders(objects, resolveFeatures({ featureGates: gates })).describe('d.example.com', 'p', first, blockedBy);
}

describe('the state of a device', () => {
  const share = { shareID: '5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d11' };
  it.each([
    ['free without a claim', [], 'free'],
    ['taken with one', [holder('c', 'a')], 'taken'],
    [
      'free while claims have other devices',
      [holder('c', 'b'), holder('e', 'a', { pool: 'q' }), holder('f', 'a', { driver: 'e' })],
      'free',
    ],
    ['free with admin access', [holder('c', 'a', { adminAccess: true })], 'free'],
    ['shared with a share', [holder('c', 'a', share)], 'shared'],
    ['taken with a share and the whole', [holder('c', 'a', share), holder('e', 'a')], 'taken'],
  ])('is %s', (_, claims, state) => {
    expect(describeOne(device('a'), claims).state).toBe(state);
  });

  it('is taken with a share while the gate is off', () => {
    expect(describeOne(card, [holder('c', 'a', share)], { DRAConsumableCapacity: false })).toMatchObject({ state: 'taken', capacity: [] });
  });

  it('is blocked while it is free only', () => {
    expect(describeOne(device('a'), [], {}, 'no memory')).toMatchObject({ state: 'blocked', blockedBy: 'no memory' });
    const taken = describeOne(device('a'), [holder('c', 'a')], {}, 'no memory');
    expect(taken.state).toBe('taken');
    expect(taken).not.toHaveProperty('blockedBy');
  });
});

it('claims are named once, those with admin access apart', () => {
  const twice = holder('twice', 'a') as { status: { allocation: { devices: { results: object[] } } } };
  const { results } = twice.status.allocation.devices;
  results.push({ ...results[0], request: 'q' });
  expect(describeOne(device('a'), [twice, holder('admin', 'a', { adminAccess: true })])).toMatchObject({
    claims: ['ns/twice'],
    admins: ['ns/admin'],
  });
});

it('what shares consume of a capacity is added up', () => {
  const consuming = (name: string, memory: string): object => holder(name, 'a', { shareID: name, consumedCapacity: { memory } });
  expect(describeOne(card, [consuming('c', '1Gi'), consuming('e', '512Mi')]).capacity).toEqual([
    { name: 'memory', consumed: '1536Mi', value: '8Gi' },
    { name: 'slots', consumed: '0', value: '4' },
  ]);
  expect(describeOne(device('a', {}, { capacity: { memory: { value: '8Gi' } } }), []).capacity).toEqual([]);
});

it.each([
  ['NoSchedule', true],
  ['NoExecute', true],
  ['None', false],
])('a taint with the effect %s keeps requests away: %s', (effect, tainted) => {
  const object = device('a', {}, { taints: [{ key: 'k', effect }] });
  expect(describeOne(object, [])).toMatchObject({ tainted, taints: [{ key: 'k', effect }] });
  expect(describeOne(object, [], { DRADeviceTaints: false })).toMatchObject({ tainted: false, taints: [] });
});

it('devices that no slice has are gone, with all who have them', () => {
  const objects = decoded(slice('s', [device('a')]), holder('c', 'a'), holder('e', 'b'), holder('f', 'b', { adminAccess: true }));
  expect(new Holders(objects, resolveFeatures()).without(objects.resourceSlices)).toEqual([
    { device: 'd.example.com/p/b', claims: ['ns/e', 'ns/f'] },
  ]);
});
