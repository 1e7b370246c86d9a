import { describe, expect, it } from 'vitest';
import { viewFrom } from '../../src/allocator/encode/node-view.js';
import type { Pool } from '../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../src/allocator/pools/slice-index.js';
import { SelectorCache } from '../../src/cel/cache.js';
import { DecodeContext } from '../../src/core/api/context.js';
import { decodeNode } from '../../src/core/api/node.js';
import { decodeResourceSlice, type ResourceSlice } from '../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Json } from '../../src/core/base/json.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { countUnseen, includes, reaches, whyLeftOut } from '../../src/explain/unseen-slices.js';
import { inIncrements } from '../support/increments.js';
import { device, node, slice } from '../support/objects.js';

const here = decodeNode(node('n') as Json, new DecodeContext(['node']));
const decoded = (object: object): ResourceSlice => decodeResourceSlice(object as Json, new DecodeContext(['slice']));
const selecting = (operator: string): object => ({ nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator }] }] });

describe('a node reaches', () => {
  it.each([
    ['a slice of its own', {}, true],
    ['no slice of another node', { nodeName: 'm' }, false],
    ['a slice of all nodes', { allNodes: true }, true],
    ['a slice with a selector that takes it', { nodeSelector: selecting('DoesNotExist') }, true],
    ['no slice with a selector that does not parse', { nodeSelector: selecting('Nope') }, false],
    ['no slice that leaves the choice to devices which choose others', { perDeviceNodeSelection: true }, false],
  ])('%s', (_, where, expected) => {
    expect(inOneGo(reaches(decoded(slice('s', [device('d', {}, { nodeName: 'm' })], where)), here))).toBe(expected);
  });

  it('a slice that leaves the choice to devices of which one chooses it', () => {
    const list = [device('a', {}, { nodeName: 'm' }), device('b', {}, { nodeName: 'n' })];
    expect(inOneGo(reaches(decoded(slice('s', list, { perDeviceNodeSelection: true })), here))).toBe(true);
    expect(inOneGo(includes({}, here))).toBe(false);
  });
});

describe('what a slice is left out for', () => {
  const why = (object: object, gates: Readonly<Record<string, boolean>> = {}): object => {
    const target = decoded(object);
    return inOneGo(whyLeftOut(target, here, new SliceIndex([target]), { ...resolveFeatures(), ...gates }));
  };
  const groups = device('a', {}, { consumesCounters: [{ counterSet: 'cs', counters: {}, compatibilityGroups: ['x'] }] });
  const sharedCounters = [{ name: 'cs', counters: { m: { value: '1' } } }];

  it('is its counters', () => {
    expect(why(slice('s', [device('a')], { sharedCounters }))).toEqual({
      code: 'no-device-slice',
      detail: 'in a slice with sharedCounters, whose devices are ignored',
    });
  });

  it('is a gate, if one is off', () => {
    const hiddenBy = (gate: string): object => ({
      code: 'gate-off',
      gate,
      detail: `in a slice that needs the feature gate ${gate}, which is disabled`,
    });
    expect(why(slice('s', [device('a')], { sharedCounters }), { partitionableDevices: false })).toEqual(
      hiddenBy('DRAPartitionableDevices'),
    );
    expect(why(slice('s', [device('a')], { perDeviceNodeSelection: true }), { partitionableDevices: false })).toEqual(
      hiddenBy('DRAPartitionableDevices'),
    );
    expect(why(slice('s', [groups]), { compatibilityGroups: false })).toEqual(hiddenBy('DRADeviceCompatibilityGroups'));
  });
});

describe('the devices that no request considers', () => {
  const features = resolveFeatures();
  const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  const viewOf = (slices: readonly object[]) =>
    inOneGo(viewFrom(here, new SliceIndex(slices.map(decoded)), features, new SelectorCache(), UNLIMITED));
  const invalidPools = (count: number): object[] =>
    range(count, (index) => slice(`s${index}`, [device('a'), device('a')], { pool: { name: `p${index}` } }));

  it('are counted by cause, and by code after many causes', () => {
    const losses = inOneGo(countUnseen(viewOf(invalidPools(300)), 600, features, UNLIMITED));
    expect(losses).toHaveLength(201);
    expect(losses[0]).toEqual({
      code: 'invalid-pool',
      pool: 'd.example.com/p0',
      detail: 'in pool d.example.com/p0, which is invalid',
      count: 2,
    });
    expect(losses.at(-1)).toEqual({ code: 'invalid-pool', detail: 'in other invalid pools', count: 200 });
  });

  it('are counted with pauses between the slices of pools', () => {
    const slices = range(100, (index) => slice(`s${index}`, [device(`d${index}`)], { pool: { resourceSliceCount: 100 } }));
    const view = viewOf(slices);
    expect(inIncrements((checkpoint) => countUnseen(view, 100, features, checkpoint)).pauses).toBeGreaterThanOrEqual(200);
  });

  it('are counted with pauses between invalid pools', () => {
    const view = viewOf(invalidPools(100));
    let reads = 0;
    const pools = view.pools.map(
      ({ driver, ...pool }): Pool => ({
        ...pool,
        get driver() {
          reads++;
          return driver;
        },
      }),
    );
    const { most } = inIncrements(
      (checkpoint) => countUnseen({ ...view, pools }, 200, features, checkpoint),
      () => reads,
    );
    expect(reads).toBeGreaterThanOrEqual(100);
    expect(most).toBeLessThan(3);
  });
});
