import { expect, it } from 'vitest';
import { SelectorCache } from '../../src/cel/cache.js';
import { ClusterState } from '../../src/cluster/cluster-state.js';
import { isNamespaced, isPodObjectKind, PodObjects } from '../../src/cluster/pod-objects.js';
import { DecodeContext } from '../../src/core/api/context.js';
import { decodeResourceClaim } from '../../src/core/api/decode-resource-claim.js';
import { decodeObjects } from '../../src/core/api/objects.js';
import type { Pod } from '../../src/core/api/pod.js';
import { decodePod } from '../../src/core/api/pod.js';
import type { ResourceClaim } from '../../src/core/api/resource-claim.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import { Priorities } from '../../src/scheduler/pods/priorities.js';
import { claim, request } from '../support/objects.js';

const context = (): DecodeContext => new DecodeContext([]);

function owned(name: string): ResourceClaim {
  const object = claim(name, [request('r')]) as { readonly metadata: object };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }];
  return decodeResourceClaim({ ...object, metadata: { ...object.metadata, ownerReferences } } as never, context());
}

function running(name: string, priority: number): Pod {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name },
    spec: { containers: [{ name: 'c' }], nodeName: 'n', priority },
  };
  return decodePod(object as never, context());
}

it('a fork has the claims of each owner, and what either is reported later does not show in the other', () => {
  const origin = new PodObjects();
  origin.putClaim('ns/a', owned('a'));
  const owner = [...(origin as unknown as { claimsByOwner: Iterable<[string, unknown]> }).claimsByOwner].map(([name]) => name)[0] as string;
  const fork = new PodObjects(origin);
  const keysIn = (objects: PodObjects): readonly string[] => [...(objects.claimsByOwner.get(owner)?.keys ?? [])];
  fork.putClaim('ns/b', owned('b'));
  expect([keysIn(origin), keysIn(fork)]).toEqual([['ns/a'], ['ns/a', 'ns/b']]);
  origin.put('ResourceClaim', 'ns/a', undefined);
  expect([keysIn(origin), keysIn(fork)]).toEqual([[], ['ns/a', 'ns/b']]);
});

it('a fork has the priorities of the pods that run, and counts them by itself', () => {
  const priorities = new Priorities([]);
  const origin = new PodObjects();
  origin.put('Pod', 'ns/high', { pod: running('high', 9), info: undefined });
  const fork = new PodObjects(origin);
  fork.put('Pod', 'ns/low', { pod: running('low', 1), info: undefined });
  fork.put('Pod', 'ns/other', { pod: running('other', 9), info: undefined });
  expect([origin, fork].map(({ tally }) => tally.lowestRunning(priorities))).toEqual([9, 1]);
  fork.put('Pod', 'ns/low', undefined);
  fork.put('Pod', 'ns/other', undefined);
  origin.put('Pod', 'ns/high', undefined);
  expect([origin, fork].map(({ tally }) => tally.lowestRunning(priorities))).toEqual([undefined, 9]);
  expect([origin, fork].map((objects) => objects.stampOf('Pod'))).toEqual([2, 5]);
});

it('stores objects by name, those of a namespace with it, in one go and in slices', () => {
  const text = [
    { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' } },
    { apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity', metadata: { name: 'c', namespace: 'csi' }, storageClassName: 'ssd' },
    { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'ssd' } },
    { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name: 'n' } },
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'r' } },
    // More objects than are applied in one go.
    ...Array.from({ length: 5000 }, (_, index) => ({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `pv-${index}` } })),
  ];
  const set = decodeObjects(text.map((value) => ({ value })));
  const features = resolveFeatures({});
  const [atOnce, staged] = [new ClusterState(features, new SelectorCache()), new ClusterState(features, new SelectorCache())];
  atOnce.apply(set);
  inOneGo(staged.applyStaged(staged.stage(), set, UNLIMITED));
  for (const { objects } of [atOnce, staged]) {
    const { pods } = objects;
    expect(pods.get('PersistentVolumeClaim', 'default/data')?.metadata.namespace).toBe('default');
    expect([pods.get('CSIStorageCapacity', 'csi/c')?.storageClassName, pods.get('StorageClass', 'ssd')?.metadata.name]).toEqual([
      'ssd',
      'ssd',
    ]);
    expect(pods.get('ReplicaSet', 'default/r')?.metadata.namespace).toBe('default');
    expect([pods.all('PersistentVolume').size, pods.get('CSINode', 'n')?.spec.drivers]).toEqual([5000, []]);
  }
  atOnce.remove('PersistentVolumeClaim', 'default/data');
  expect(atOnce.objects.pods.all('PersistentVolumeClaim').size).toBe(0);
  expect(['CSINode', 'CSIStorageCapacity', 'Deployment', 'Job'].map(isPodObjectKind)).toEqual([true, true, true, false]);
  expect(['CSINode', 'CSIStorageCapacity', 'PersistentVolumeClaim'].map(isNamespaced)).toEqual([false, true, true]);
});
