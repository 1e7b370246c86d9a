import { describe, expect, it } from 'vitest';
import { gatherPools } from '../../../src/allocator/pools/gather.js';
import { deviceName, devicesOf, type Pool } from '../../../src/allocator/pools/pool.js';
import { SliceIndex } from '../../../src/allocator/pools/slice-index.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { device, devices, node, slice } from '../../support/objects.js';

function gather(
  slices: readonly object[],
  featureGates: Readonly<Record<string, boolean>> = {},
  labels: Readonly<Record<string, string>> = {},
): readonly Pool[] {
  const decoded = slices.map((value) => decodeResourceSlice(value as Json, new DecodeContext()));
  return inOneGo(
    gatherPools(
      new SliceIndex(decoded),
      decodeNode(node('n', labels) as Json, new DecodeContext()),
      resolveFeatures({ featureGates }),
      UNLIMITED,
    ),
  );
}

/** Returns `driver/pool` of each pool, with its problem if it has one. */
function names(pools: readonly Pool[]): string[] {
  return pools.map(({ driver, name, problem }) => (problem === undefined ? `${driver}/${name}` : `${driver}/${name}: ${problem.kind}`));
}

const selector = (expression: object): object => ({ nodeSelectorTerms: [{ matchExpressions: [expression] }] });

describe('relevance', () => {
  it('takes slices of the node, of all nodes and of matching node selectors, and no others', () => {
    const where = [
      { nodeName: 'n' },
      { nodeName: 'other' },
      { allNodes: true },
      { nodeSelector: selector({ key: 'zone', operator: 'In', values: ['a'] }) },
      { nodeSelector: selector({ key: 'zone', operator: 'In', values: ['b'] }) },
      { nodeSelector: { nodeSelectorTerms: [{}] } },
      { allNodes: false },
    ];
    const slices = where.map((choice, index) => slice(`s${index}`, devices(1), { ...choice, pool: { name: `p${index}` } }));
    expect(names(gather(slices, {}, { zone: 'a' }))).toEqual(['d.example.com/p0', 'd.example.com/p2', 'd.example.com/p3']);
  });

  it('takes a slice with perDeviceNodeSelection when one of its devices matches', () => {
    const own = slice('s', [device('a', {}, { nodeName: 'other' }), device('b', {}, { nodeName: 'n' })], { perDeviceNodeSelection: true });
    expect(names(gather([own]))).toEqual(['d.example.com/p']);
    expect(names(gather([slice('s', [device('a', {}, { nodeName: 'other' })], { perDeviceNodeSelection: true })]))).toEqual([]);
  });

  it('fails on a node selector that does not parse, in the words of the reference', () => {
    const bad = slice('s', [], { nodeSelector: selector({ key: 'zone', operator: 'Near', values: [] }) });
    expect(() => gather([bad])).toThrow(
      'gather pool information: failed to perform node selection for slice s: failed to parse node selector &NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{NodeSelectorTerm{MatchExpressions:[]NodeSelectorRequirement{NodeSelectorRequirement{Key:zone,Operator:Near,Values:[],},},',
    );
  });

  it('does not consider node selectors of devices behind the first that matches', () => {
    const bad = { nodeSelector: selector({ key: 'zone', operator: 'Near', values: [] }) };
    const good = device('a', {}, { allNodes: true });
    expect(names(gather([slice('s', [good, device('b', {}, bad)], { perDeviceNodeSelection: true })]))).toEqual(['d.example.com/p']);
    expect(() => gather([slice('s', [device('b', {}, bad), good], { perDeviceNodeSelection: true })])).toThrow('for device b in slice s');
  });
});

describe('generations and completeness', () => {
  it('counts only the highest generation among relevant slices', () => {
    const pools = gather([slice('old', devices(1), { pool: { generation: 1 } }), slice('new', [device('x')], { pool: { generation: 2 } })]);
    expect(inOneGo(devicesOf(pools, UNLIMITED)).map(deviceName)).toEqual(['d.example.com/p/x']);
  });

  it('ignores a pool of which a newer generation exists elsewhere', () => {
    const elsewhere = slice('new', devices(1), { nodeName: 'other', pool: { generation: 2, resourceSliceCount: 2 } });
    expect(names(gather([slice('old', devices(1), { pool: { resourceSliceCount: 2 } }), elsewhere]))).toEqual([]);
  });

  it('does not look for a newer generation when the relevant slices are complete', () => {
    const elsewhere = slice('new', devices(1), { nodeName: 'other', pool: { generation: 2 } });
    expect(names(gather([slice('old', devices(1)), elsewhere]))).toEqual(['d.example.com/p']);
  });

  it('counts slices of other nodes towards completeness', () => {
    const two = { pool: { resourceSliceCount: 2 } };
    expect(names(gather([slice('a', devices(1), two), slice('b', devices(1), { ...two, nodeName: 'other' })]))).toEqual([
      'd.example.com/p',
    ]);
  });

  it('finds a pool with too few or too many slices incomplete, and says how many there are', () => {
    const few = gather([slice('a', devices(1), { pool: { resourceSliceCount: 2 } })]);
    expect(few[0]?.problem).toEqual({ kind: 'incomplete', reason: 'found 1 of 2 slices of generation 1' });
    expect(names(gather([slice('a', [device('a')]), slice('b', [device('b')])]))).toEqual(['d.example.com/p: incomplete']);
  });

  it('judges a pool by its first relevant slice in input order, those of the node before shared ones', () => {
    const shared = slice('a', [device('a')], { allNodes: true, pool: { resourceSliceCount: 7 } });
    expect(names(gather([shared, slice('b', [device('b')], { pool: { resourceSliceCount: 2 } })]))).toEqual(['d.example.com/p']);
  });
});

describe('validity', () => {
  const counters = { sharedCounters: [{ name: 'set', counters: { c: { value: '1' } } }] };
  const consumer = (counterSet: string, counter: string): object =>
    device('x', {}, { consumesCounters: [{ counterSet, counters: { [counter]: { value: '1' } } }] });

  it('finds a pool with a repeated device name invalid', () => {
    expect(gather([slice('a', [device('x'), device('x')])])[0]?.problem).toEqual({ kind: 'invalid', reason: 'duplicate device name x' });
  });

  it('allows the same device name on a slice of another node', () => {
    const two = { pool: { resourceSliceCount: 2 } };
    expect(names(gather([slice('a', [device('x')], two), slice('b', [device('x')], { ...two, nodeName: 'other' })]))).toEqual([
      'd.example.com/p',
    ]);
  });

  it('finds a pool with a repeated counter set, or with unknown counters on any node, invalid', () => {
    const pool = { resourceSliceCount: 2 };
    const sets = slice('sets', [], { ...counters, pool });
    expect(gather([sets, slice('sets2', [], { ...counters, pool })])[0]?.problem?.reason).toBe('duplicate counter set name set');
    expect(gather([sets, slice('b', [consumer('nope', 'c')], { pool })])[0]?.problem?.reason).toBe('counter set nope not found');
    expect(gather([sets, slice('b', [consumer('set', 'nope')], { pool, nodeName: 'other' })])[0]?.problem?.reason).toBe(
      'counter nope not found in counter set set',
    );
    expect(gather([sets, slice('b', [consumer('set', 'c')], { pool, nodeName: 'other' })])[0]?.problem).toBeUndefined();
  });

  it('takes no devices from a slice with shared counters', () => {
    const pools = gather([slice('sets', [device('x')], counters)]);
    expect(inOneGo(devicesOf(pools, UNLIMITED))).toEqual([]);
  });

  it('skips slices with counters or perDeviceNodeSelection while partitionable devices are off, but counts them', () => {
    const gates = { DRAPartitionableDevices: false };
    const pool = { resourceSliceCount: 2 };
    expect(names(gather([slice('sets', [], { ...counters, pool }), slice('b', devices(1), { pool })], gates))).toEqual(['d.example.com/p']);
    expect(names(gather([slice('b', devices(1), { perDeviceNodeSelection: false, nodeName: 'n' })], gates))).toEqual([]);
  });

  it('ignores and does not count slices with compatibility groups while these are off', () => {
    const groups = device('x', {}, { consumesCounters: [{ counterSet: 'set', counters: {}, compatibilityGroups: ['g'] }] });
    const pool = { resourceSliceCount: 2 };
    expect(
      names(gather([slice('a', devices(1), { pool }), slice('b', [groups], { pool })], { DRADeviceCompatibilityGroups: false })),
    ).toEqual(['d.example.com/p: incomplete']);
  });
});

describe('order', () => {
  it('sorts pools by driver and name, slices by name in byte order', () => {
    const pool = { resourceSliceCount: 3 };
    const slices = ['b', 'B', 'a'].map((name) => slice(name, [device(`in-${name.toLowerCase()}${name === 'B' ? '2' : ''}`)], { pool }));
    const other = slice('z', [device('first')], { driver: 'a.example.com', pool: { name: 'q' } });
    expect(inOneGo(devicesOf(gather([...slices, other]), UNLIMITED)).map(({ device: { name } }) => name)).toEqual([
      'first',
      'in-b2',
      'in-a',
      'in-b',
    ]);
  });

  it('puts pools with binding conditions last, even with an empty list and with the gate off', () => {
    const bound = slice('a', [device('bound', {}, { bindingConditions: [] })], { pool: { name: 'a' } });
    const plain = slice('b', [device('plain')], { pool: { name: 'b' } });
    expect(names(gather([bound, plain], { DRADeviceBindingConditions: false }))).toEqual(['d.example.com/b', 'd.example.com/a']);
  });
});
