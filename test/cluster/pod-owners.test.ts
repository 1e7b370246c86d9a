import { expect, it } from 'vitest';
import { PodObjects } from '../../src/cluster/pod-objects.js';
import { StoredOwners } from '../../src/cluster/pod-owners.js';
import { decodeObjects } from '../../src/core/api/objects.js';
import type { Pod } from '../../src/core/api/pod.js';

function objectsOf(...values: readonly object[]): ReturnType<typeof decodeObjects> {
  return decodeObjects(values.map((value) => ({ value: value as never })));
}

const pod = (ownerReferences: readonly object[] = [], namespace = 'ns'): Pod =>
  objectsOf({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace, ownerReferences } }).pods[0] as Pod;

it('finds services by namespace, also after changes', () => {
  const objects = new PodObjects();
  const owners = new StoredOwners(objects);
  const service = (name: string, namespace: string) =>
    objectsOf({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace } }).services[0];
  const names = (namespace: string) => owners.servicesIn(namespace).map(({ metadata }) => metadata.name);
  expect([names('ns'), owners.maySelect(pod())]).toEqual([[], false]);
  objects.put('Service', 'ns/a', service('a', 'ns'));
  objects.put('Service', 'other/b', service('b', 'other'));
  expect([names('ns'), names('other'), names('empty')]).toEqual([['a'], ['b'], []]);
  expect([owners.maySelect(pod()), owners.maySelect(pod([], 'empty'))]).toEqual([true, false]);
  objects.put('Service', 'ns/a', undefined);
  expect([names('ns'), owners.maySelect(pod())]).toEqual([[], false]);
});

it('finds controllers by namespace and name', () => {
  const objects = new PodObjects();
  const owners = new StoredOwners(objects);
  const metadata = { name: 'r', namespace: 'ns' };
  const set = objectsOf(
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata },
    { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata },
    { apiVersion: 'v1', kind: 'ReplicationController', metadata },
  );
  const owned = pod([{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', controller: true }]);
  expect(owners.maySelect(owned)).toBe(false);
  objects.put('ReplicaSet', 'ns/r', set.replicaSets[0]);
  objects.put('StatefulSet', 'ns/r', set.statefulSets[0]);
  objects.put('ReplicationController', 'ns/r', set.replicationControllers[0]);
  expect(owners.replicaSet('ns', 'r')).toBe(set.replicaSets[0]);
  expect(owners.statefulSet('ns', 'r')).toBe(set.statefulSets[0]);
  expect(owners.replicationController('ns', 'r')).toBe(set.replicationControllers[0]);
  expect(owners.replicaSet('other', 'r')).toBeUndefined();
  expect([owners.maySelect(owned), owners.maySelect(pod())]).toEqual([true, false]);
});

it('knows the controller of a pod that does not exist yet', () => {
  const owners = new StoredOwners(new PodObjects());
  const made = pod([{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', controller: true }]);
  const selector = { matchLabels: new Map([['a', 'b']]), matchExpressions: [] };
  const ownerReferences = made.metadata.ownerReferences.map((reference) => ({ ...reference, selector }));
  expect(owners.maySelect({ ...made, metadata: { ...made.metadata, ownerReferences } })).toBe(true);
});
