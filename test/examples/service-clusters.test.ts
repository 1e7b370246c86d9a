// The clusters that the service of examples/service keeps for questions about the same objects.

import { expect, test } from 'vitest';
import { ClusterCache } from '../../examples/service/src/cluster-cache.js';
import { type Cluster, createAllocator } from '../../src/index.js';
import { CLUSTER } from './questions.js';

const [allocator, other] = await Promise.all([createAllocator(), createAllocator({ kubernetesVersion: '1.36' })]);
const made: Cluster[] = [];

/** Counts the clusters that are laid out. */
function make(): Cluster {
  const cluster = allocator.cluster();
  made.push(cluster);
  return cluster;
}

const frozen = (...names: readonly string[]): readonly object[] => names.map((name) => Object.freeze({ kind: 'Node', metadata: { name } }));

test('the same objects have the same cluster, and others another', () => {
  const cache = new ClusterCache();
  const [a, b] = frozen('a', 'b') as [object, object];
  const get = (objects: readonly object[], of = allocator): Cluster => cache.get(of, objects, 1, make);
  const first = get([a, b]);
  expect(get([a, b])).toBe(first);
  const others = [get([b, a]), get([a]), get([a, b, b]), get([]), get(frozen('a', 'b')), get([a, b], other)];
  expect(new Set([first, ...others]).size).toBe(7);
  expect(get([a, b])).toBe(first);
});

test('objects that somebody could change are laid out each time', () => {
  const cache = new ClusterCache();
  const objects = [...frozen('a'), { kind: 'Node' }];
  expect(cache.get(allocator, objects, 1, make)).not.toBe(cache.get(allocator, objects, 1, make));
});

test('a cluster goes once too much was asked, the one that was asked least lately first', () => {
  const cache = new ClusterCache(100);
  const [a, b] = [frozen('a'), frozen('b')];
  const laidOut = (objects: readonly object[], bytes: number): boolean => {
    const before = made.length;
    cache.get(allocator, objects, bytes, make);
    return made.length > before;
  };
  expect([laidOut(a, 40), laidOut(b, 40), laidOut(a, 10)]).toEqual([true, true, false]);
  expect(laidOut(a, 20)).toBe(false);
  expect([laidOut(b, 40), laidOut(a, 60)]).toEqual([true, true]);
  // Alone and too much by itself.
  expect([laidOut(a, 101), laidOut(a, 1)]).toEqual([false, true]);
});

test('what cannot be laid out is not kept', () => {
  const cache = new ClusterCache();
  const objects = Object.freeze([Object.freeze({ ...CLUSTER[0], spec: 1 })]);
  const fail = (): Cluster => {
    const cluster = allocator.cluster();
    cluster.apply(objects as never);
    return cluster;
  };
  for (let again = 0; again < 2; again++) expect(() => cache.get(allocator, objects, 1, fail)).toThrow(/spec/);
});
