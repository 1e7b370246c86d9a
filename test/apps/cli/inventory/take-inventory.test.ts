import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Inventory, InventoryPool } from '../../../../src/apps/cli/inventory/inventory.js';
import { takeInventory } from '../../../../src/apps/cli/inventory/take-inventory.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { allocator } from '../../../support/allocate.js';
import { claim, device, deviceClass, devices, deviceTaintRule, node, request, slice } from '../../../support/objects.js';
import { decoded, holder } from './decoded.js';

function take(objects: readonly object[], gates: Readonly<Record<string, boolean>> = {}): Inventory {
  const set = decoded(...objects);
  return takeInventory(set, set.nodes, resolveFeatures({ featureGates: gates }));
}

/** Pools in short: the node, the pool, and its devices with their states. */
function inShort({ pools }: Inventory): readonly string[] {
  return pools.map(
    ({ node: on, pool, devices: list }) => `${on ?? '-'} ${pool}: ${list.map(({ name, state }) => `${name} ${state}`).join(', ')}`,
  );
}

const NODES = [node('n', { zone: 'a' }), node('m', { zone: 'a' })];

it('pools stand by node, in the order of nodes, and those of more nodes last and once', () => {
  const everywhere = slice('network', devices(2), { allNodes: true, pool: { name: 'network' } });
  const onM = slice('on-m', devices(1), { nodeName: 'm', pool: { name: 'q' } });
  const inventory = take([...NODES, everywhere, onM, slice('on-n', devices(2)), holder('c', 'd1')]);
  expect(inShort(inventory)).toEqual(['n p: d0 free, d1 taken', 'm q: d0 free', '- network: d0 free, d1 free']);
  expect([inventory.leftOut, inventory.removedDevices]).toEqual([[], []]);
});

it('a pool of which each device chooses its node is a pool of each of them', () => {
  const list = [device('a', {}, { nodeName: 'm' }), device('b', {}, { nodeName: 'n' }), device('c', {}, { allNodes: true })];
  expect(inShort(take([...NODES, slice('s', list, { perDeviceNodeSelection: true })]))).toEqual([
    'n p: b free',
    'm p: a free',
    '- p: c free',
  ]);
});

it('a pool with a problem has it beside the devices of its newest generation', () => {
  const [pool] = take([...NODES, slice('s', devices(1), { pool: { generation: 2, resourceSliceCount: 2 } }), slice('old', devices(3))])
    .pools as [InventoryPool];
  expect(pool.problem).toMatch(/^incomplete: /);
  expect(pool.devices.map(({ name }) => name)).toEqual(['d0']);
});

it('devices that are in no pool are left out with the reason, and those that no slice has are gone', () => {
  const {
    pools,
    leftOut,
    removedDevices: gone,
  } = take([...NODES, slice('s', devices(1), { nodeName: 'lost' }), holder('c', 'd0'), holder('e', 'd7')]);
  expect(pools).toEqual([]);
  expect(leftOut).toMatchObject([
    { node: 'lost', pool: 'p', why: 'node lost is not in the input', devices: [{ name: 'd0', state: 'taken' }] },
  ]);
  expect(gone).toEqual([{ device: 'd.example.com/p/d7', claims: ['ns/e'] }]);
});

it('taints of rules count while their gate is on', () => {
  const rule = deviceTaintRule('r', { deviceSelector: { device: 'd0' }, taint: { key: 'k', effect: 'NoSchedule' } });
  const tainted = (gates = {}): unknown =>
    take([...NODES, slice('s', devices(2)), rule], gates).pools[0]?.devices.map((one) => one.tainted);
  expect(tainted()).toEqual([true, false]);
  expect(tainted({ DRADeviceTaintRules: false })).toEqual([false, false]);
});

it('counters of a pool stand beside its devices', () => {
  const counters = slice('counters', [], {
    pool: { resourceSliceCount: 2 },
    sharedCounters: [{ name: 'card', counters: { memory: { value: '10Gi' } } }],
  });
  const list = ['a', 'b'].map((name) =>
    device(name, {}, { consumesCounters: [{ counterSet: 'card', counters: { memory: { value: '6Gi' } } }] }),
  );
  const inventory = take([...NODES, counters, slice('s', list, { pool: { resourceSliceCount: 2 } }), holder('c', 'a')]);
  expect(inShort(inventory)).toEqual(['n p: a taken, b blocked']);
  expect(inventory.pools[0]?.counters).toEqual([{ counterSet: 'card', counter: 'memory', left: '4Gi', value: '10Gi' }]);
});

it('a slice whose node selector does not parse is left out with the reason, and the others count', () => {
  const broken = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Near' }] }] };
  const inventory = take([...NODES, slice('good', devices(1)), slice('s', devices(1), { nodeSelector: broken, pool: { name: 'other' } })]);
  expect(inShort(inventory)).toHaveLength(1);
  expect(inventory.leftOut).toMatchObject([{ pool: 'other', why: expect.stringContaining('is invalid') }]);
});

describe('free devices at once', () => {
  const amount = fc.integer({ min: 0, max: 5 });
  const groups = fc.option(fc.subarray(['x', 'y'], { minLength: 1 }), { nil: undefined });
  const card = fc.record({ memory: amount, cores: amount, compatibilityGroups: groups });
  const allocated = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 });

  it('are as many as the allocator gives out', () => {
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 9 }), fc.integer({ min: 4, max: 12 }), allocated, (list, whole, taken) => {
        const counters = { memory: { value: String(whole) }, cores: { value: '9' } };
        const shared = slice('counters', [], { pool: { resourceSliceCount: 2 }, sharedCounters: [{ name: 'card', counters }] });
        const partitions = list.map(({ memory, cores, compatibilityGroups }, index) => {
          const own = { memory: { value: String(memory) }, cores: { value: String(cores) } };
          const more = compatibilityGroups === undefined ? {} : { compatibilityGroups };
          return device(`d${index}`, {}, { consumesCounters: [{ counterSet: 'card', counters: own, ...more }] });
        });
        const slices = [shared, slice('s', partitions, { pool: { resourceSliceCount: 2 } })];
        const held = [...new Set(taken)].map((index) => holder(`h${index}`, `d${index}`));
        const { atLeast, atMost } = take([node('n'), ...slices, ...held]).totals.all.atOnce;
        expect(atLeast).toBe(atMost);
        const asks = (count: number): string =>
          allocator.allocate({
            node: node('n'),
            claims: [claim('c', [request('r', { count })])],
            deviceClasses: [deviceClass('any')],
            resourceSlices: slices,
            allocated: { claims: held },
          }).kind;
        if (atMost > 0) expect(asks(atMost)).toBe('allocated');
        expect(asks(atMost + 1)).toBe('unallocatable');
      }),
      { numRuns: 150, seed: 21 },
    );
  });

  it('are counted once for a pool whose devices are on several nodes', () => {
    const counters = slice('counters', [], {
      pool: { resourceSliceCount: 2 },
      perDeviceNodeSelection: true,
      sharedCounters: [{ name: 'card', counters: { memory: { value: '3' } } }],
    });
    const consumes = { consumesCounters: [{ counterSet: 'card', counters: { memory: { value: '1' } } }] };
    const list = ['n', 'n', 'm', 'm', 'm'].map((nodeName, index) => device(`d${index}`, {}, { nodeName, ...consumes }));
    const { totals } = take([...NODES, counters, slice('s', list, { perDeviceNodeSelection: true, pool: { resourceSliceCount: 2 } })]);
    expect(totals.all).toMatchObject({ devices: 5, free: 5, atOnce: { atLeast: 3, atMost: 3 } });
  });
});

it('a pod that owns a claim has its devices, beside the ones it is reserved for', () => {
  const owned = holder('c', 'd0') as { metadata: object; status: object };
  const metadata = { ...owned.metadata, ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', controller: true }] };
  const reservedFor = [
    { resource: 'pods', name: 'b', uid: 'v' },
    { apiGroup: 'scheduling.k8s.io', resource: 'podgroups', name: 'g', uid: 'w' },
  ];
  const inventory = take([...NODES, slice('s', devices(1)), { ...owned, metadata, status: { ...owned.status, reservedFor } }]);
  expect(inventory.pools[0]?.devices[0]?.pods).toEqual(['ns/b', 'podgroups/ns/g', 'ns/a']);
});
