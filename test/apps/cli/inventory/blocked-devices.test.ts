import { expect, it } from 'vitest';
import { gatherPools } from '../../../../src/allocator/pools/gather.js';
import type { Pool } from '../../../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../../../src/allocator/pools/slice-index.js';
import { BlockedDevices } from '../../../../src/apps/cli/inventory/blocked-devices.js';
import type { Node } from '../../../../src/core/api/node.js';
import { UNLIMITED } from '../../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { device, node, slice } from '../../../support/objects.js';
import { decoded, holder } from './decoded.js';

const POOL = { pool: { resourceSliceCount: 2 } };
const COUNTERS = slice('counters', [], { ...POOL, sharedCounters: [{ name: 'card', counters: { memory: { value: '10Gi' } } }] });

function partition(name: string, memory: string, compatibilityGroups?: readonly string[]): object {
  const more = compatibilityGroups === undefined ? {} : { compatibilityGroups };
  return device(name, {}, { consumesCounters: [{ counterSet: 'card', counters: { memory: { value: memory } }, ...more }] });
}

/** Checks pool `p` with these devices next to these claims: why each device is blocked, and what is left of the counters. */
function look(list: readonly object[], claims: readonly object[], gates: Readonly<Record<string, boolean>> = {}) {
  const objects = decoded(node('n'), COUNTERS, slice('s', list, POOL), ...claims);
  const features = resolveFeatures({ featureGates: gates });
  const blocked = new BlockedDevices(objects, features);
  const pools = inOneGo(gatherPools(new SliceIndex(objects.resourceSlices), objects.nodes[0] as Node, features, UNLIMITED));
  blocked.look(pools);
  const devices = objects.resourceSlices.flatMap(({ spec }) => spec.devices);
  return {
    reasons: Object.fromEntries(devices.map((one) => [one.name, blocked.reasonOf(one)])),
    counters: blocked.countersOf(pools[0] as Pool),
  };
}

it('a device that needs more than is left of a counter is blocked, and one that is taken is not', () => {
  const { reasons, counters } = look(
    [partition('large', '8Gi'), partition('small', '4Gi'), partition('other', '8Gi')],
    [holder('c', 'large')],
  );
  expect(reasons).toEqual({ large: undefined, small: expect.stringContaining('memory'), other: expect.stringContaining('memory') });
  expect(counters).toEqual([{ counterSet: 'card', counter: 'memory', left: '2Gi', value: '10Gi' }]);
});

it('while enough is left, nothing is blocked', () => {
  const { reasons, counters } = look([partition('large', '8Gi'), partition('small', '2Gi')], [holder('c', 'large')]);
  expect(reasons).toEqual({ large: undefined, small: undefined });
  expect(counters).toEqual([{ counterSet: 'card', counter: 'memory', left: '2Gi', value: '10Gi' }]);
});

it('admin access takes nothing of a counter', () => {
  const { reasons, counters } = look([partition('large', '8Gi'), partition('other', '8Gi')], [holder('c', 'large', { adminAccess: true })]);
  expect(reasons).toEqual({ large: undefined, other: undefined });
  expect(counters[0]?.left).toBe('10Gi');
});

it('a device of other compatibility groups than those in use is blocked', () => {
  const list = [partition('a', '1Gi', ['x']), partition('b', '1Gi', ['y']), partition('c', '1Gi', ['x', 'y'])];
  expect(look(list, [holder('h', 'a')]).reasons).toEqual({
    a: undefined,
    b: expect.stringContaining('compatibility groups'),
    c: undefined,
  });
});

it('a pool without counters has none, and no device that is blocked', () => {
  expect(look([device('a')], [holder('c', 'a')])).toEqual({ reasons: { a: undefined }, counters: [] });
});
