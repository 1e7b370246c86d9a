// The clusters that the service of examples/service keeps for questions about the same objects.

import { describe, expect, test } from 'vitest';
import { Allocators } from '../../examples/service/src/allocators.js';
import { ClusterCache } from '../../examples/service/src/cluster-cache.js';
import { Engine } from '../../examples/service/src/engine.js';
import { DEFAULTS } from '../../examples/service/src/settings.js';
import { type Cluster, createAllocator } from '../../src/index.js';
import { CLUSTER } from './questions.js';

const [allocator, other] = await Promise.all([createAllocator(), createAllocator({ kubernetesVersion: '1.36' })]);
const made: Cluster[] = [];

/** Counts the clusters that are laid out. */
async function make(): Promise<Cluster> {
  const cluster = allocator.cluster();
  made.push(cluster);
  return cluster;
}

const frozen = (...names: readonly string[]): readonly object[] => names.map((name) => Object.freeze({ kind: 'Node', metadata: { name } }));

test('the same objects have the same cluster, and others another', async () => {
  const cache = new ClusterCache();
  const [a, b] = frozen('a', 'b') as [object, object];
  const get = (objects: readonly object[], of = allocator): Promise<Cluster> => cache.get(of, objects, 1, make);
  const first = await get([a, b]);
  expect(await get([a, b])).toBe(first);
  const others = await Promise.all([get([b, a]), get([a]), get([a, b, b]), get([]), get(frozen('a', 'b')), get([a, b], other)]);
  expect(new Set([first, ...others]).size).toBe(7);
  expect(await get([a, b])).toBe(first);
});

test('two questions at a time about the same objects get one cluster', async () => {
  const cache = new ClusterCache();
  const objects = frozen('a', 'b');
  const [first, second] = await Promise.all([1, 2].map(() => cache.get(allocator, objects, 1, make)));
  expect(cache.size).toBe(1);
  expect(first).toBe(second);
});

test('objects that somebody could change are laid out each time', async () => {
  const cache = new ClusterCache();
  const objects = [...frozen('a'), { kind: 'Node' }];
  expect(await cache.get(allocator, objects, 1, make)).not.toBe(await cache.get(allocator, objects, 1, make));
});

describe('a question about thousands of small objects', () => {
  const pods = Array.from({ length: 6000 }, (_, index) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${index}` } }));
  const body = new TextEncoder().encode(JSON.stringify({ objects: pods, claims: [] }));
  const asked = { topic: 'filter', language: 'json', body } as const;

  test('leaves turns of the event loop to others while its cluster is laid out', async () => {
    const engine = new Engine({ limits: DEFAULTS });
    await engine.answer({ ...asked, body: new TextEncoder().encode('{"objects":[],"claims":[]}') });
    let turns = 0;
    const turn = (): void => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    expect((await engine.answer(asked)).status).toBe(200);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
  });

  test('ends at its limit before the cluster is laid out, where another engine goes on', async () => {
    const limits = { ...DEFAULTS, milliseconds: 0 };
    const { by, status, text } = await new Engine({ limits, handsOn: true }).answer(asked);
    expect({ by, status, code: JSON.parse(text).code }).toEqual({ by: 'milliseconds', status: 422, code: 'too-costly' });
    expect((await new Engine({ limits }).answer(asked)).status).toBe(200);
  });
});

/** The bytes that a cluster counts for that was laid out for an empty body. */
const ANY = 64 * 1024;

test('a cluster goes once too much was asked, the one that was asked least lately first', async () => {
  const cache = new ClusterCache({ clusters: 64, bytes: 2 * ANY + 1000 });
  const [a, b] = [frozen('a'), frozen('b')];
  const laidOut = async (objects: readonly object[], bytes: number): Promise<boolean> => {
    const before = made.length;
    await cache.get(allocator, objects, bytes, make);
    return made.length > before;
  };
  expect([await laidOut(a, 30), await laidOut(b, 30), await laidOut(a, 10)]).toEqual([true, true, false]);
  expect(await laidOut(a, 20)).toBe(false);
  expect([await laidOut(b, 11), await laidOut(a, 0)]).toEqual([false, true]);
  // Alone and too much by itself.
  expect([await laidOut(a, 2 * ANY), await laidOut(a, 1)]).toEqual([false, true]);
});

test('clusters of tiny bodies are bounded in number', async () => {
  const cache = new ClusterCache({ clusters: 3, bytes: 64 * ANY });
  for (let number = 0; number < 20; number++) {
    await cache.get(allocator, frozen(`n${number}`), 1, make);
    expect(cache.size).toBe(Math.min(3, number + 1));
  }
  const few = new ClusterCache({ clusters: 100, bytes: 4 * ANY });
  for (let number = 0; number < 20; number++) await few.get(allocator, frozen(`n${number}`), 1, make);
  expect(few.size).toBe(3);
});

test('the clusters of an allocator that is dropped go with it', async () => {
  const cache = new ClusterCache();
  const objects = frozen('a');
  const first = await cache.get(allocator, objects, 1, make);
  await cache.get(other, objects, 1, make);
  cache.forget(other);
  expect(cache.size).toBe(1);
  expect(await cache.get(allocator, objects, 1, make)).toBe(first);
});

test('of allocators the default one stays, and a few others, whatever gates are named', async () => {
  const dropped: unknown[] = [];
  const allocators = new Allocators({ others: 2, dropped: (allocator) => dropped.push(allocator) });
  const first = await allocators.get({});
  const gates = ['DRAAdminAccess', 'DRAPrioritizedList', 'DRADeviceTaints', 'DRAPartitionableDevices'];
  const asked: unknown[] = [];
  for (let number = 0; number < 2 ** gates.length; number++) {
    const featureGates = Object.fromEntries(gates.map((gate, bit) => [gate, ((number >> bit) & 1) === 1]));
    const one = await allocators.get({ featureGates });
    expect(await allocators.get({ featureGates: Object.fromEntries(Object.entries(featureGates).reverse()) })).toBe(one);
    expect(await allocators.get({})).toBe(first);
    expect(await allocators.get({ featureGates: {} })).toBe(first);
    asked.push(one);
  }
  expect(dropped).toEqual(asked.slice(0, -2));
  // Gates that do not exist leave the others as they are.
  for (const name of ['A', 'B', 'C']) await expect(allocators.get({ featureGates: { [name]: true } })).rejects.toThrow(/gate/);
  expect(await allocators.get({})).toBe(first);
  expect(dropped).toHaveLength(2 ** gates.length - 2);
});

test('what cannot be laid out is not kept', async () => {
  const cache = new ClusterCache();
  const objects = Object.freeze([Object.freeze({ ...CLUSTER[0], spec: 1 })]);
  const fail = async (): Promise<Cluster> => {
    const cluster = allocator.cluster();
    await cluster.applyAsync(objects as never);
    return cluster;
  };
  for (let again = 0; again < 2; again++) await expect(cache.get(allocator, objects, 1, fail)).rejects.toThrow(/spec/);
});
