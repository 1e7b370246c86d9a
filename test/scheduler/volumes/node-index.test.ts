import { expect, it, vi } from 'vitest';
import type { Node } from '../../../src/core/api/node.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
import { NodeIndex } from '../../../src/scheduler/volumes/node-index.js';
import { BASICS, storageWorld } from '../../support/storage.js';

const HOST = 'kubernetes.io/hostname';
const node = storageWorld(BASICS).infos.get('n1')?.node as Node;

/** The first item that may select the node, and the items that were tried. */
function first(index: NodeIndex<string>, accepted: (item: string) => boolean): readonly [string | undefined, readonly string[]] {
  const tried: string[] = [];
  // biome-ignore lint/correctness/useYield: the test needs no pause
  const holds = function* (item: string): Incremental<boolean> {
    tried.push(item);
    return accepted(item);
  };
  return [inOneGo(index.first(node, holds, UNLIMITED))?.item, tried];
}

it('tries only items whose label the node has, and returns the first that was added', () => {
  const index = new NodeIndex<string>();
  index.add('elsewhere', { key: HOST, values: ['n2'] });
  index.add('zone', { key: 'topology.kubernetes.io/zone', values: ['b', 'a', 'a'] });
  index.add('any', undefined);
  index.add('here', { key: HOST, values: ['n1'] });
  index.add('unlabelled', { key: 'other', values: [''] });
  expect(first(index, () => true)[0]).toBe('zone');
  expect(first(index, (item) => item !== 'zone')[0]).toBe('any');
  const [none, tried] = first(index, () => false);
  expect([none, [...tried].sort()]).toEqual([undefined, ['any', 'here', 'zone']]);
});

it('an item of thousands costs no more than its own label', () => {
  const index = new NodeIndex<string>();
  for (let number = 0; number < 5000; number++) index.add(`m${number}`, { key: HOST, values: [`m${number}`] });
  index.add('n1', { key: HOST, values: ['n1'] });
  expect(first(index, () => true)).toEqual(['n1', ['n1']]);
});

it('a node with few labels costs no more for thousands of keys', () => {
  const index = new NodeIndex<string>();
  for (let number = 0; number < 5000; number++) index.add(`m${number}`, { key: `k${number}`, values: ['v'] });
  const reads = vi.spyOn(node.metadata.labels, 'get');
  expect(first(index, () => true)).toEqual([undefined, []]);
  expect(reads.mock.calls.length).toBeLessThan(10);
  reads.mockRestore();
});

it('starts at an item', () => {
  const index = new NodeIndex<string>();
  for (const name of ['a', 'b', 'c']) index.add(name, name === 'b' ? undefined : { key: HOST, values: ['n1'] });
  // biome-ignore lint/correctness/useYield: the test needs no pause
  const holds = function* (): Incremental<boolean> {
    return true;
  };
  expect([0, 1, 2, 3].map((from) => inOneGo(index.first(node, holds, UNLIMITED, from))?.item)).toEqual(['a', 'b', 'c', undefined]);
});
