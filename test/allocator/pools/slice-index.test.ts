import { beforeEach, describe, expect, it } from 'vitest';
import { SliceIndex, type Slices } from '../../../src/allocator/pools/slice-index.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { ResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { Random } from '../../differential/generate/random.js';
import { devices, slice } from '../../support/objects.js';

function slicesOf(...objects: object[]) {
  return decodeObjects(objects.map((value) => ({ value: value as Json, origin: 0 }))).resourceSlices;
}

function rulesOf(...selectors: object[]) {
  const rules = selectors.map((deviceSelector, index) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceTaintRule',
    metadata: { name: `r${index}` },
    spec: { deviceSelector, taint: { key: 'k', value: 'v', effect: 'NoSchedule' } },
  }));
  return decodeObjects(rules.map((value) => ({ value: value as unknown as Json, origin: 0 }))).deviceTaintRules;
}

const [first, second] = slicesOf(slice('a', devices(2), { pool: { name: 'a' } }), slice('b', devices(2), { pool: { name: 'b' } }));

describe('rules', () => {
  let index: SliceIndex;

  beforeEach(() => {
    index = new SliceIndex([first, second] as never);
  });

  const taintsOf = (): number[] => index.all.flatMap(({ spec }) => spec.devices.map(({ taints }) => taints.length));
  const changed = (...selectors: object[]): readonly (string | undefined)[] =>
    inOneGo(index.setRules(rulesOf(...selectors), UNLIMITED)).map(({ added }) => added?.metadata.name);

  it('renew the slices with other taints only', () => {
    expect(changed({ pool: 'b', device: 'd1' })).toEqual(['b']);
    expect(taintsOf()).toEqual([0, 0, 0, 1]);
    expect(index.all[0]).toBe(first);
    expect(changed({ pool: 'b', device: 'd1' })).toEqual([]);
    expect(changed({ pool: 'b', device: 'd1' }, { pool: 'nowhere' }, { pool: 'a', device: 'none' })).toEqual([]);
    expect(changed({ device: 'd1' })).toEqual(['a']);
    expect(taintsOf()).toEqual([0, 1, 0, 1]);
    expect(changed()).toEqual(['a', 'b']);
    expect(index.all).toEqual([first, second]);
  });

  it('hold for slices that come later, and leave views alone', () => {
    inOneGo(index.setRules(rulesOf({ pool: 'a' }), UNLIMITED));
    const { slices } = index.view();
    const [later] = slicesOf(slice('c', devices(1), { pool: { name: 'a', resourceSliceCount: 3 } }));
    inOneGo(index.put(later as never));
    expect(taintsOf()).toEqual([1, 1, 0, 0, 1]);
    inOneGo(index.setRules([], UNLIMITED));
    expect(taintsOf()).toEqual([0, 0, 0, 0, 0]);
    expect(slices.all.flatMap(({ spec }) => spec.devices.map(({ taints }) => taints.length))).toEqual([1, 1, 0, 0]);
  });
});

describe('a view', () => {
  const random = new Random(1, 1);
  const stateOf = (slices: Slices): unknown => [
    slices.all,
    ['n0', 'n1', ''].map((name) => slices.forNode(name)),
    ['p0', 'p1', 'p2'].map((pool) => slices.ofPool('d.example.com', pool)),
  ];
  const someSlice = (): ResourceSlice => {
    const pool = { name: `p${random.integer(0, 2)}` };
    const where = random.pick([{ nodeName: 'n0' }, { nodeName: 'n1' }, { allNodes: true }]);
    return slicesOf(slice(`s${random.integer(0, 7)}`, devices(2), { pool, ...where }))[0] as ResourceSlice;
  };
  const change = (index: SliceIndex): unknown =>
    random.pick([
      () => inOneGo(index.put(someSlice())),
      () => inOneGo(index.put(someSlice())),
      () => index.remove(`s${random.integer(0, 7)}`),
      () => inOneGo(index.setRules(rulesOf({ pool: `p${random.integer(0, 2)}` }), UNLIMITED)),
    ])();

  it('is what was at its time, until it is ended', () => {
    for (let round = 0; round < 50; round++) {
      const index = new SliceIndex([]);
      const views: { readonly view: ReturnType<SliceIndex['view']>; readonly was: unknown }[] = [];
      for (let step = 0; step < 30; step++) {
        change(index);
        if (random.chance(0.3)) views.push({ view: index.view(), was: stateOf(index) });
        for (const { view, was } of views) expect(stateOf(view.slices)).toEqual(was);
      }
      for (const { view } of views) view.end();
      for (const { view } of views) expect(stateOf(view.slices)).toEqual(stateOf(index));
    }
  });

  it('costs the others nothing: what did not change are the very slices', () => {
    const index = new SliceIndex([first, second] as never);
    const { slices } = index.view();
    index.remove('b');
    expect(slices.all[0]).toBe(first);
    expect(slices.ofPool('d.example.com', 'a')[0]).toBe(first);
  });
});

describe('an index that takes the slices of another one', () => {
  it('has them in their places, with those that come later in one order', () => {
    const index = new SliceIndex([first, second] as never);
    const next = new SliceIndex([]);
    inOneGo(next.takeFrom(index, UNLIMITED, (name) => name === 'b'));
    const [again] = slicesOf(slice('b', devices(1), { pool: { name: 'b' } }));
    const [later, last] = slicesOf(slice('c', [], { pool: { name: 'a' } }), slice('d', [], { pool: { name: 'a' } }));
    inOneGo(next.put(last as never));
    inOneGo(index.put(later as never));
    for (const one of [again, later]) inOneGo(next.put(one as never, index.placeOf(one?.metadata.name as string)));
    expect(next.all.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'd', 'c']);
    expect(next.all[1]).toBe(again);
    expect(index.all).toEqual([first, second, later]);
  });
});

describe('a slice that comes again', () => {
  const placesOf = (index: Slices) => ({
    all: index.all.map(({ metadata, spec }) => `${metadata.name}: ${spec.devices.length}`),
    a: index.ofPool('d.example.com', 'a').map(({ metadata, spec }) => `${metadata.name}: ${spec.devices.length}`),
    b: index.ofPool('d.example.com', 'b').map(({ metadata }) => metadata.name),
  });

  it.each([
    ['in its pool', { pool: { name: 'a' } }, { all: ['a: 3', 'b: 2'], a: ['a: 3'], b: ['b'] }],
    ['in another pool', { pool: { name: 'b' } }, { all: ['a: 3', 'b: 2'], a: [], b: ['a', 'b'] }],
  ])('takes the place of the one before %s, and leaves views alone', (_where, more, expected) => {
    const [again] = slicesOf(slice('a', devices(3), more));
    const index = new SliceIndex([first, second] as never);
    const { slices } = index.view();
    const before = placesOf(index);
    expect(inOneGo(index.put(again as never))).toEqual({ old: first, added: again });
    expect(placesOf(index)).toEqual(expected);
    expect(placesOf(slices)).toEqual(before);
    expect(index.remove('a')).toBe(again);
    expect(index.all).toEqual([second]);
  });
});

describe('a pool of many slices', () => {
  const pool = { name: 'p', resourceSliceCount: 6 };
  // Each slice has one device alone, and shares one with the next slice.
  const many = slicesOf(
    ...Array.from({ length: 6 }, (_, number) => slice(`s${number}`, [{ name: `d${number}` }, { name: `d${(number + 1) % 6}` }], { pool })),
  );
  const withDevice = (index: SliceIndex, device: string): string[] =>
    index.withDevice('d.example.com', 'p', device).map(({ metadata }) => metadata.name);

  it('gives those that have a device, after each change', () => {
    const index = new SliceIndex(many);
    expect(withDevice(index, 'd3')).toEqual(['s2', 's3']);
    const [changed] = slicesOf(slice('s5', [{ name: 'd3' }, { name: 'other' }], { pool }));
    inOneGo(index.put(changed as never));
    expect(withDevice(index, 'd3')).toEqual(['s2', 's3', 's5']);
    expect(withDevice(index, 'other')).toEqual(['s5']);
    index.remove('s2');
    expect(withDevice(index, 'd3')).toEqual(['s3', 's5']);
    const [old] = index.withDevice('d.example.com', 'p', 'd3');
    inOneGo(index.setRules(rulesOf({ pool: 'p', device: 'd3' }), UNLIMITED));
    expect(index.withDevice('d.example.com', 'p', 'd3')[0]).not.toBe(old);
    expect(withDevice(index, 'nowhere')).toEqual([]);
    expect(index.withDevice('d.example.com', 'none', 'd3')).toEqual([]);
  });

  it('gives all of few slices', () => {
    expect(withDevice(new SliceIndex(many.slice(0, 3)), 'd0')).toEqual(['s0', 's1', 's2']);
  });
});

it('rules that name devices and rules for any device come in their order', () => {
  const selectors = [{ device: 'd1' }, {}, { device: 'd0' }, { device: 'd1' }, { driver: 'd.example.com' }, { device: 'none' }];
  const rules = rulesOf(...selectors).map((rule, place) => ({
    ...rule,
    spec: { ...rule.spec, taint: { ...rule.spec.taint, key: `${place}` } },
  }));
  const index = new SliceIndex(slicesOf(slice('s', devices(3))), rules);
  const keys = index.all[0]?.spec.devices.map(({ taints }) => taints.map(({ key }) => key).join(''));
  expect(keys).toEqual(['124', '0134', '14']);
});

it('finds slices by name, node and pool among many thousands', () => {
  const count = 10_000;
  const all = slicesOf(
    ...Array.from({ length: count }, (_, place) =>
      slice(`s${place}`, devices(1), { nodeName: `n${place % 5000}`, pool: { name: `p${place}` } }),
    ),
  );
  const index = new SliceIndex(all);
  expect(index.size).toBe(count);
  expect([all[7], all[5007]].map((one) => index.placeOf(one?.metadata.name as string))).toEqual([7, 5007]);
  expect(index.forNode('n7')).toEqual([all[7], all[5007]]);
  expect(index.ofPool('d.example.com', 'p5007')).toEqual([all[5007]]);
  expect(index.remove('s7')).toBe(all[7]);
  expect([index.has('s7'), index.has('s5007')]).toEqual([false, true]);
  expect([index.forNode('n7'), index.ofPool('d.example.com', 'p7')]).toEqual([[all[5007]], []]);
});
