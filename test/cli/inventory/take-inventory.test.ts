import { expect, it } from 'vitest';
import { AllocationError } from '../../../src/base/errors.js';
import type { Inventory, InventoryPool } from '../../../src/cli/inventory/inventory.js';
import { takeInventory } from '../../../src/cli/inventory/take-inventory.js';
import { resolveFeatures } from '../../../src/features/features.js';
import { device, devices, deviceTaintRule, node, slice } from '../../support/objects.js';
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
  expect([inventory.leftOut, inventory.gone]).toEqual([[], []]);
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
  const { pools, leftOut, gone } = take([...NODES, slice('s', devices(1), { nodeName: 'lost' }), holder('c', 'd0'), holder('e', 'd7')]);
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

it('a node selector that does not parse is an error', () => {
  const broken = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Near' }] }] };
  expect(() => take([...NODES, slice('s', devices(1), { nodeSelector: broken })])).toThrow(AllocationError);
});
