// Lists that are longer, or lie deeper, than anything that is meant: an error at once, wherever they are handed in. An array may have any length without
// taking memory, and an engine that puts as many entries into another one ends its process.

import { describe, expect, it } from 'vitest';
import { MOST_ITEMS, MOST_OBJECTS } from '../src/core/base/json.js';
import { type AllocateInput, createAllocator } from '../src/index.js';
import { claim, devices, node, request, slice } from './support/objects.js';

const allocator = await createAllocator();

const emptyOf = (length: number): never[] => {
  const list: never[] = [];
  list.length = length;
  return list;
};
const tooLarge = expect.objectContaining({ code: 'input-too-large' });

const question = (more: object): AllocateInput => ({ node: node('n'), claims: [], deviceClasses: [], resourceSlices: [], ...more });

describe('a list of more objects than there may be', () => {
  const huge = emptyOf(MOST_OBJECTS + 1);
  it.each(['claims', 'deviceClasses', 'resourceSlices', 'deviceTaintRules'])('%s', (name) => {
    expect(() => allocator.allocate(question({ [name]: huge }))).toThrow(tooLarge);
  });

  it.each(['claims', 'devices', 'sharedDevices', 'consumedCapacity'])('allocated.%s', (name) => {
    expect(() => allocator.allocate(question({ allocated: { [name]: huge } }))).toThrow(tooLarge);
  });

  it('of a cluster', () => {
    const cluster = allocator.cluster();
    expect(() => cluster.apply(huge)).toThrow(tooLarge);
    expect(() => cluster.remove(huge)).toThrow(tooLarge);
    expect(() => cluster.apply([{ kind: 'List', items: huge }])).toThrow(tooLarge);
    expect(() => cluster.remove([{ kind: 'List', items: huge }])).toThrow(tooLarge);
    expect(() => cluster.filter({ claims: [], nodes: huge })).toThrow(tooLarge);
  });
});

it('a list in an object of more items than there may be is an error', () => {
  const wrong = slice('s', emptyOf(MOST_ITEMS + 1));
  expect(() => allocator.allocate(question({ resourceSlices: [wrong] }))).toThrow(tooLarge);
  expect(() => allocator.cluster().apply([wrong])).toThrow(tooLarge);
});

describe('lists in lists', () => {
  const nested = (depth: number, innermost: object): object => {
    let object = innermost;
    for (let level = 0; level < depth; level++) object = { kind: 'List', items: [object] };
    return object;
  };

  it('are removed as they are applied', () => {
    const cluster = allocator.cluster();
    cluster.apply([nested(10, node('n'))]);
    expect(cluster.filter({ claims: [] })).toMatchObject({ feasible: ['n'] });
    cluster.remove([nested(10, node('n'))]);
    expect(cluster.filter({ claims: [] })).toMatchObject({ feasible: [] });
  });

  it('are an error below a depth, however deep they are', () => {
    const cluster = allocator.cluster();
    for (const depth of [11, 100_000]) {
      expect(() => cluster.apply([nested(depth, node('n'))])).toThrow(tooLarge);
      expect(() => cluster.remove([nested(depth, node('n'))])).toThrow(tooLarge);
    }
  });
});

it('what is no name in a list of nodes is an error', async () => {
  const cluster = allocator.cluster();
  cluster.apply([node('n'), slice('s', devices(1))]);
  for (const wrong of [Object.create(null), 7, null, Symbol('n')]) {
    const input = { claims: [claim('c', [request('r')])], nodes: ['n', wrong as string] };
    const expected = expect.objectContaining({ code: 'invalid-input', path: 'nodes[1]' });
    expect(() => cluster.filter(input)).toThrow(expected);
    await expect(cluster.filterAsync(input)).rejects.toEqual(expected);
  }
});
