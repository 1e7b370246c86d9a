import { expect, test } from 'vitest';
import { GarbageCollector } from '../../../src/classic/actors/garbage-collector.js';
import type { ApiObject } from '../../../src/classic/api/objects.js';
import { synced, worldOf } from '../upstream/world.js';

const pod = (name: string, uid: string) =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default', uid }, spec: {} }) as ApiObject;
const claim = (name: string, ...owners: readonly [name: string, uid: string][]) =>
  ({
    apiVersion: 'resource.k8s.io/v1alpha2',
    kind: 'ResourceClaim',
    metadata: {
      name,
      namespace: 'default',
      ...(owners.length === 0
        ? {}
        : { ownerReferences: owners.map(([owner, uid]) => ({ apiVersion: 'v1', kind: 'Pod', name: owner, uid })) }),
    },
    spec: { resourceClassName: 'c' },
  }) as ApiObject;

/** Returns the remaining claims when the collector has no more work. */
async function left(
  objects: readonly ApiObject[],
  change: (world: ReturnType<typeof worldOf>) => void = () => {},
): Promise<readonly string[]> {
  const world = worldOf(objects);
  const collector = synced(new GarbageCollector(world));
  change(world);
  for (let round = 0; round < 10; round++) {
    for (const watch of collector.watches) while (watch.next !== undefined) watch.deliver();
    while (collector.isReady) await collector.work();
  }
  return world.store.list('ResourceClaim').map(({ metadata }) => metadata.name);
}

test('claims stay while an owner is there', async () => {
  expect(await left([pod('a', 'u1'), claim('mine', ['a', 'u1']), claim('nobody')])).toEqual(['mine', 'nobody']);
});

test('claims go with their owner, and when it was gone before they came', async () => {
  const objects = [pod('a', 'u1'), claim('mine', ['a', 'u1'])];
  expect(await left(objects, ({ store }) => store.delete('Pod', 'default', 'a', {}))).toEqual([]);
  expect(await left([claim('late', ['a', 'u1'])])).toEqual([]);
});

test('a pod of the same name with another uid is not the owner', async () => {
  expect(await left([pod('a', 'u2'), claim('old', ['a', 'u1'])])).toEqual([]);
});

test('owners that are no pods are never gone', async () => {
  const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Lab', name: 'a', uid: 'u1' }];
  const own = claim('of-a-lab');
  expect(await left([{ ...own, metadata: { ...own.metadata, ownerReferences } }])).toEqual(['of-a-lab']);
});

test('one of several owners is enough', async () => {
  expect(await left([pod('a', 'u1'), claim('both', ['a', 'u1'], ['b', 'u9'])])).toEqual(['both']);
});
