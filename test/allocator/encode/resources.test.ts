import { describe, expect, it } from 'vitest';
import { AllocatedState } from '../../../src/allocator/encode/allocated-state.js';
import { counterCount, encodeResources, findResources } from '../../../src/allocator/encode/resources.js';
import type { ProblemResources } from '../../../src/allocator/kernel/problem.js';
import { gatherPools } from '../../../src/allocator/pools/gather.js';
import { deviceKey, devicesOf } from '../../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { type Features, resolveFeatures } from '../../../src/core/features/features.js';
import { device, node, slice } from '../../support/objects.js';

const features = resolveFeatures();

/** Returns the resources that node n sees in these slices. */
function resources(objects: readonly object[], held: readonly string[] = [], gates: Features = features): ProblemResources | undefined {
  const index = new SliceIndex(
    objects.map((object) => decodeResourceSlice(object as Json, new DecodeContext(['slice']))),
    [],
  );
  const pools = inOneGo(gatherPools(index, decodeNode(node('n') as Json, new DecodeContext(['node'])), gates, UNLIMITED));
  const devices = inOneGo(devicesOf(pools, UNLIMITED));
  const found = inOneGo(findResources(pools, devices, gates, UNLIMITED));
  if (found === undefined) return undefined;
  const allocated = new AllocatedState(gates);
  for (const name of held) allocated.occupy(deviceKey('d.example.com', 'p', name));
  const encoded = inOneGo(encodeResources(found, devices, allocated, { budgets: [7n], kinds: [{ name: 'memory', unit: 1n }] }, UNLIMITED));
  expect(encoded.budgets).toHaveLength(counterCount(found) + 1);
  return encoded;
}

const consuming = (name: string, value: string, more: object = {}) =>
  device(name, {}, { consumesCounters: [{ counterSet: 'gpu', counters: { memory: { value } }, ...more }] });

/** One pool: a slice with the counters, one for node n, and optionally one that only node m reaches. */
function pool(here: readonly object[], elsewhere: readonly object[] = []): object[] {
  const count = { pool: { resourceSliceCount: elsewhere.length > 0 ? 3 : 2 } };
  return [
    slice('counters', [], { ...count, sharedCounters: [{ name: 'gpu', counters: { memory: { value: '40Gi' } } }] }),
    slice('here', here, count),
    ...(elsewhere.length > 0 ? [slice('there', elsewhere, { ...count, nodeName: 'm' })] : []),
  ];
}

describe('counters', () => {
  it('are in the greatest unit that makes them integers', () => {
    const { budgets, draws } = resources(pool([consuming('a', '20Gi'), consuming('b', '5Gi')])) as ProblemResources;
    expect(budgets).toEqual([8n, 7n]);
    expect([...draws.values()].map(({ charges }) => charges)).toEqual([[{ budget: 0, amount: 4n }], [{ budget: 0, amount: 1n }]]);
  });

  it('are exact for fractions and for what no machine word holds', () => {
    const { budgets, draws } = resources(pool([consuming('a', '0.5'), consuming('b', '1e40')])) as ProblemResources;
    expect(budgets[0]).toBe(2n * 40n * 2n ** 30n);
    expect(draws.get(1)?.charges).toEqual([{ budget: 0, amount: 2n * 10n ** 40n }]);
  });

  it('are less what allocated devices consume, also those of other nodes, and may be below zero', () => {
    const slices = pool([consuming('a', '20Gi')], [consuming('far', '30Gi')]);
    expect(resources(slices, ['far'])?.budgets[0]).toBe(1n);
    expect(resources(slices, ['a', 'far'])?.budgets[0]).toBe(-1n);
    expect(resources(slices, ['gone'])?.budgets[0]).toBe(4n);
  });

  it('add up when a device names a set twice', () => {
    const twice = device(
      'a',
      {},
      {
        consumesCounters: ['10Gi', '20Gi'].map((value) => ({ counterSet: 'gpu', counters: { memory: { value } } })),
      },
    );
    expect(resources(pool([twice]))?.draws.get(0)?.charges).toEqual([{ budget: 0, amount: 3n }]);
  });

  it('are not there while partitionable devices are off', () => {
    const off = resolveFeatures({ featureGates: { DRAPartitionableDevices: false } });
    expect(resources(pool([consuming('a', '1Gi')]), [], off)).toBeUndefined();
  });
});

describe('compatibility groups', () => {
  const member = (name: string, ...compatibilityGroups: string[]) => consuming(name, '1', { compatibilityGroups });

  it('are values of their counter set, and having none is a value as well', () => {
    const { counterSets, draws } = resources(pool([member('a', 'x', 'y'), member('b', 'y'), member('c')])) as ProblemResources;
    expect(counterSets).toEqual([{ valueCount: 3, sets: [[1, 2], [2], [0]] }]);
    expect([...draws.values()].map(({ memberships }) => memberships)).toEqual([0, 1, 2].map((set) => [{ counterSet: 0, set }]));
  });

  it('are of no concern where no device declares any', () => {
    expect(resources(pool([member('a'), member('b')]))?.counterSets).toEqual([]);
  });

  it('begin with what allocated devices have in common', () => {
    const slices = pool([member('a', 'x', 'y'), member('b', 'y', 'z'), member('c')]);
    expect(resources(slices, ['a', 'b'])?.counterSets[0]?.before).toEqual([2]);
    expect(resources(slices, ['c'])?.counterSets[0]?.before).toEqual([0]);
  });

  it('follow the first of allocated devices that contradict each other', () => {
    expect(resources(pool([member('a', 'x'), member('b')]), ['a', 'b'])?.counterSets[0]?.before).toEqual([1]);
    expect(resources(pool([member('a'), member('b', 'x')]), ['a', 'b'])?.counterSets[0]?.before).toEqual([0]);
    expect(resources(pool([member('a', 'x'), member('b', 'y')]), ['a', 'b'])?.counterSets[0]?.before).toEqual([]);
  });
});

it('budgets of one name are summed up in one unit', () => {
  const { sums } = resources(pool([consuming('a', '20Gi'), consuming('b', '5Gi')])) as ProblemResources;
  expect(sums).toEqual([
    [
      { budget: 0, weight: 5n * 2n ** 30n * 10n ** 9n },
      { budget: 1, weight: 1n },
    ],
  ]);
});

it('nothing is used up beside devices that are whole and draw on nothing', () => {
  expect(resources([slice('s', [device('a')])])).toBeUndefined();
});

it('a shared device is shared before the search if any share of it exists', () => {
  const slices = [slice('s', [device('a', {}, { allowMultipleAllocations: true }), device('b')])];
  expect(resources(slices)).toMatchObject({ shareable: new Set([0]), shared: new Set() });
});
