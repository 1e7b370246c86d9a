import { expect, it } from 'vitest';
import { AllocatedState } from '../../../src/allocator/encode/allocated-state.js';
import { counterBalances, leftOfCapacity } from '../../../src/allocator/encode/balances.js';
import { encodeResources, findResources } from '../../../src/allocator/encode/resources.js';
import { gatherPools } from '../../../src/allocator/pools/gather.js';
import { deviceKey, devicesOf } from '../../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { type DeviceCapacity, decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { Quantity } from '../../../src/core/quantity/quantity.js';
import { device, node, slice } from '../../support/objects.js';

const features = resolveFeatures();

/** Returns `pool set/counter: remaining of value, holders` for each counter that node n sees while these devices are in use. */
function balances(slices: readonly object[], held: readonly string[]): string[] {
  const index = new SliceIndex(slices.map((object) => decodeResourceSlice(object as Json, new DecodeContext(['slice']))));
  const pools = inOneGo(gatherPools(index, decodeNode(node('n') as Json, new DecodeContext(['node'])), features, UNLIMITED));
  const devices = inOneGo(devicesOf(pools, UNLIMITED));
  const resources = inOneGo(findResources(pools, devices, features, UNLIMITED));
  if (resources === undefined) return [];
  const allocated = new AllocatedState(features);
  for (const name of held) allocated.occupy(deviceKey('d.example.com', 'p', name));
  const encoded = inOneGo(encodeResources(resources, devices, allocated, { budgets: [], kinds: [] }, UNLIMITED));
  return [...inOneGo(counterBalances({ pools, devices, resources }, encoded, allocated, UNLIMITED))].map(([budget, balance]) => {
    const { pool, counterSet, counter, left, value, holders } = balance;
    return `${budget}: ${pool.name} ${counterSet}/${counter}: ${left} of ${value}, ${holders.map(({ device: holder }) => holder.name).join('+')}`;
  });
}

const counters = (...sets: readonly (readonly [string, object])[]) =>
  sets.map(([name, values]) => ({
    name,
    counters: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
  }));
const consuming = (name: string, counterSet: string, values: Readonly<Record<string, string>>) =>
  device(
    name,
    {},
    {
      consumesCounters: [{ counterSet, counters: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])) }],
    },
  );

it('names what is left of each counter in the format in which the pool declares it', () => {
  const three = { pool: { resourceSliceCount: 3 } };
  const slices = [
    slice('counters', [], { ...three, sharedCounters: counters(['b', { mem: '40Gi', cores: '1500m' }], ['a', { mem: '8Gi' }]) }),
    slice('here', [consuming('x', 'b', { mem: '512Mi', cores: '0' }), consuming('y', 'a', { mem: '9Gi' })], three),
    slice('there', [consuming('z', 'b', { mem: '10Gi', cores: '1' })], { ...three, nodeName: 'm' }),
  ];
  expect(balances(slices, ['x', 'y', 'z'])).toEqual([
    '0: p b/mem: 30208Mi of 40Gi, x+z',
    '1: p b/cores: 500m of 1500m, z',
    '2: p a/mem: -1Gi of 8Gi, y',
  ]);
});

it('numbers the counters of several pools one after the other, and leaves out pools of which nothing is taken', () => {
  const pool = (name: string, devices: readonly object[]) => [
    slice(`${name}-counters`, [], { pool: { name, resourceSliceCount: 2 }, sharedCounters: counters(['s', { m: '1', k: '2' }]) }),
    slice(`${name}-devices`, devices, { pool: { name, resourceSliceCount: 2 } }),
  ];
  const taker = consuming('x', 's', { m: '1' });
  expect(balances([...pool('a', [taker]), ...pool('b', [device('free')]), ...pool('c', [taker])], [])).toEqual([
    '0: a s/m: 1 of 1, ',
    '1: a s/k: 2 of 2, ',
    '2: c s/m: 1 of 1, ',
    '3: c s/k: 2 of 2, ',
  ]);
});

it('takes what shares consume from a capacity', () => {
  const capacity: DeviceCapacity = { value: Quantity.fromInt64(25n * 2n ** 30n, 'BinarySI') };
  expect(String(leftOfCapacity(capacity, 5n * 2n ** 30n * 10n ** 9n))).toBe('20Gi');
  expect(String(leftOfCapacity(capacity))).toBe('25Gi');
});
