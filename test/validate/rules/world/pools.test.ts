// Tests pools as nodes see them: incomplete, disputed by the order of slices, or two under one name.

import { describe, expect, it } from 'vitest';
import { variantOf } from '../../../../src/validate/examples.js';
import { validate } from '../../../../src/validate/index.js';

interface SliceOptions {
  readonly node?: string;
  readonly pool?: string;
  readonly count?: number;
  readonly generation?: number;
  readonly device?: string;
}

const slice = (name: string, { node = 'n1', pool = 'p', count = 1, generation = 1, device = `of-${name}` }: SliceOptions = {}): object =>
  variantOf('ResourceSlice', {
    'metadata.name': name,
    'spec.nodeName': node,
    'spec.pool': { name: pool, generation, resourceSliceCount: count },
    'spec.devices[0].name': device,
  }) as object;

const told = (...objects: readonly object[]): readonly string[] =>
  validate(objects).map(({ rule, object, message }) => `${rule}: ${object}: ${message}`);

describe('a pool whose slices disagree on how many they are', () => {
  it('is reported with the answer of the order, where the order decides', () => {
    expect(told(slice('a'), slice('b', { count: 2 }))).toEqual([
      'pool-incomplete: ResourceSlice a: pool gpu.example.com/p: its slices disagree on resourceSliceCount (a says 1, b says 2), so the result of kube-scheduler depends on the slice that it reads first; here a is read first, so the devices of the pool cannot be allocated: publish the same resourceSliceCount in all slices',
    ]);
  });

  it('is incomplete where no count is right', () => {
    expect(told(slice('a', { count: 3 }), slice('b', { count: 4 }))).toEqual([
      'pool-incomplete: ResourceSlice a: the slices of the pool gpu.example.com/p disagree on their number (3, 4; found 2): its devices are ignored until all slices exist',
    ]);
  });
});

describe('pools of two nodes under one name', () => {
  it('are reported, and nothing else of them', () => {
    expect(told(slice('a', { device: 'gpu-0' }), slice('b', { node: 'n2', device: 'gpu-0' }))).toEqual([
      'pool-name-shared: ResourceSlice b: nodes n1 and n2 both have a pool gpu.example.com/p: claims name a device by driver, pool and device, so devices of the same name count as one',
    ]);
  });

  it('are reported whatever their generations: neither is outdated', () => {
    expect(told(slice('a', { generation: 7 }), slice('b', { node: 'n2' })).map((text) => text.split(':')[0])).toEqual(['pool-name-shared']);
  });

  it('are informed where one of them is incomplete', () => {
    const found = told(slice('a'), slice('b', { node: 'n2', count: 3 }));
    expect(found.map((text) => text.split(':')[0]).sort()).toEqual(['pool-incomplete', 'pool-name-shared']);
  });

  it('are one pool where it counts the slices of all nodes, whose devices need names of their own', () => {
    const shared = (device?: string): object[] => [
      slice('a', { count: 2, ...(device && { device }) }),
      slice('b', { node: 'n2', count: 2, ...(device && { device }) }),
    ];
    expect(told(...shared())).toEqual([]);
    expect(told(...shared('gpu-0'))).toEqual([
      'pool-name-shared: ResourceSlice b: nodes n1 and n2 both have a device gpu-0 in pool gpu.example.com/p: they count as one device, and a claim that holds one makes the other unavailable',
    ]);
  });

  it('are of no concern to each other under different drivers', () => {
    const other = { ...(slice('b', { node: 'n2' }) as { spec: object }) };
    expect(told(slice('a'), { ...other, spec: { ...other.spec, driver: 'nic.example.com' } })).toEqual([]);
  });
});
