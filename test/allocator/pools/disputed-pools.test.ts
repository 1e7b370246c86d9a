import { describe, expect, it } from 'vitest';
import { disputedPools } from '../../../src/allocator/pools/disputed-pools.js';
import { gatherPools } from '../../../src/allocator/pools/gather.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { device, devices, node, slice } from '../../support/objects.js';

const FEATURES = resolveFeatures({});
const NODES = ['n', 'm'].map((name) => decodeNode(node(name) as Json, new DecodeContext()));

function indexOf(slices: readonly object[]): SliceIndex {
  return new SliceIndex(slices.map((value) => decodeResourceSlice(value as Json, new DecodeContext())));
}

/** Returns the texts for each pool that is judged by the order of its slices. */
function disputed(...slices: readonly object[]): readonly string[] {
  return inOneGo(disputedPools(indexOf(slices), NODES, FEATURES, UNLIMITED)).map(({ text }) => text);
}

const counting = (name: string, resourceSliceCount: number, more: object = {}): object =>
  slice(name, [device(`of-${name}`)], { ...more, pool: { resourceSliceCount } });

describe('a pool whose slices disagree on how many they are', () => {
  it('is reported with the counts, the order of the input and its answer', () => {
    expect(disputed(counting('a', 1), counting('b', 2))).toEqual([
      'pool d.example.com/p: its slices disagree on resourceSliceCount (a says 1, b says 2), so the result of kube-scheduler depends on the slice that it reads first; here a is read first, so the devices of the pool cannot be allocated: publish the same resourceSliceCount in all slices',
    ]);
    expect(disputed(counting('b', 2), counting('a', 1))).toEqual([
      expect.stringContaining('here b is read first, so the devices of the pool can be allocated'),
    ]);
  });

  it('is none where every count leads to the same answer', () => {
    expect(disputed(counting('a', 3), counting('b', 4))).toEqual([]);
    expect(disputed(counting('a', 2), counting('b', 2))).toEqual([]);
  });

  it('is none where the slices are of different nodes, each of which sees one', () => {
    expect(disputed(counting('a', 1, { nodeName: 'n' }), counting('b', 2, { nodeName: 'm' }))).toEqual([]);
  });

  it('is none where the slice of the node always comes before one for all nodes', () => {
    const shared = counting('b', 1, { allNodes: true });
    expect(disputed(shared, counting('a', 2, { nodeName: 'n' }), counting('c', 2, { nodeName: 'n' }))).toEqual([]);
    expect(disputed(shared, counting('a', 1, { allNodes: true }), counting('c', 3, { allNodes: true }))).toHaveLength(1);
  });

  it('is none where the slices that disagree are of an older generation', () => {
    const newest = slice('new', devices(1), { pool: { generation: 2, resourceSliceCount: 1 } });
    expect(disputed(counting('a', 1), counting('b', 2), newest)).toEqual([]);
  });

  it('is reported where one of the counts makes the pool obsolete', () => {
    const newer = slice('new', devices(1), { nodeName: 'm', pool: { generation: 2, resourceSliceCount: 1 } });
    expect(disputed(counting('a', 1), counting('b', 2), newer)).toHaveLength(1);
  });

  it('is none on a node where a node selector ends every attempt', () => {
    const bad = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Near', values: [] }] }] };
    expect(disputed(counting('a', 1), counting('b', 2), slice('c', [], { nodeSelector: bad, pool: { name: 'q' } }))).toEqual([]);
  });

  it('is reported once, however many nodes see it', () => {
    expect(disputed(counting('a', 1, { allNodes: true }), counting('b', 2, { allNodes: true }))).toHaveLength(1);
  });
});

describe('pools that are not reported', () => {
  it('have the same pools in every order of slices', () => {
    const cases = [
      [counting('a', 3), counting('b', 4)],
      [counting('a', 2), counting('b', 2), slice('new', devices(1), { nodeName: 'm', pool: { generation: 2 } })],
      [slice('a', [device('x')], { pool: { resourceSliceCount: 2 } }), slice('b', [device('x')], { pool: { resourceSliceCount: 2 } })],
    ];
    for (const slices of cases) {
      expect(disputed(...slices)).toEqual([]);
      const [forwards, backwards] = [slices, [...slices].reverse()].map((order) =>
        NODES.map((one) => inOneGo(gatherPools(indexOf(order), one, FEATURES, UNLIMITED))),
      );
      expect(backwards?.map((pools) => pools.map(({ problem }) => problem?.kind))).toEqual(
        forwards?.map((pools) => pools.map(({ problem }) => problem?.kind)),
      );
    }
  });

  it('are those of random slices, and the reported ones differ in some order', () => {
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    let reported = 0;
    for (let round = 0; round < 300; round++) {
      const where = [{ nodeName: 'n' }, { nodeName: 'm' }, { allNodes: true }];
      const slices = Array.from({ length: 2 + random(3) }, (_, at) =>
        slice(`s${at}`, [device(`d${at}`)], {
          ...where[random(3)],
          pool: { resourceSliceCount: 1 + random(4), generation: 1 + Math.floor(random(4) / 3) },
        }),
      );
      const answers = new Set(permutations(slices).map((order) => JSON.stringify(answersOf(order))));
      const isReported = disputed(...slices).length > 0;
      if (isReported) reported++;
      expect([isReported, slices]).toEqual([answers.size > 1, slices]);
    }
    expect(reported).toBeGreaterThan(20);
  });
});

/** Returns the pools that every node sees. */
function answersOf(slices: readonly object[]): readonly unknown[] {
  return NODES.map((one) =>
    inOneGo(gatherPools(indexOf(slices), one, FEATURES, UNLIMITED)).map(({ problem, slices: own }) => [
      problem?.kind,
      own.map(({ metadata }) => metadata.name),
    ]),
  );
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]));
}
