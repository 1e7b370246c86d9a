import { expect, it } from 'vitest';
import type { PersistentVolume } from '../../../src/core/api/persistent-volume.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type StorageSource, StorageTable } from '../../../src/scheduler/volumes/storage-table.js';
import { BASICS, podWith, storageWorld, volume } from '../../support/storage.js';

it('finds objects by name, class, node and user', () => {
  const attachment =
    '---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: x}, spec: {attacher: d, nodeName: n1}}\n';
  const capacity =
    '---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: c, namespace: csi}, storageClassName: late}\n';
  const { storage } = storageWorld(
    BASICS,
    attachment,
    capacity,
    volume('a', '{storageClassName: late}'),
    podWith('r', ['data'], ', nodeName: n1'),
  );
  expect(storage.freeVolumes('late').map(({ metadata }) => metadata.name)).toEqual(['a']);
  expect([storage.freeVolumes('').length, storage.storageClasses.length]).toEqual([0, 3]);
  const reserved = storageWorld(volume('b', '{storageClassName: late, claimRef: {namespace: ns, name: data}}')).storage;
  expect([reserved.freeVolumes('late').length, reserved.volumesReservedFor('ns', 'data').length]).toEqual([0, 1]);
  expect([storage.attachmentsTo('n1').length, storage.attachmentsTo('n2').length, storage.capacitiesOfClass('late').length]).toEqual([
    1, 0, 1,
  ]);
  expect([storage.csiNode('n1'), storage.csiDriver('d.example.com'), storage.csiNode('n2')].map((each) => each !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
  expect([storage.has('CSIStorageCapacity'), storage.claim('', 'x')]).toEqual([true, undefined]);
  const users = ['default', 'other'].map((namespace) => inOneGo(storage.findingUsers(namespace, new Set(['data']), UNLIMITED)).get('data'));
  expect(users).toEqual(['default/r', undefined]);
});

it('builds its lists again when objects of their kind change', () => {
  const volumes = new Map<string, PersistentVolume>();
  let stamp = 0;
  const source: StorageSource = {
    all: (kind) => (kind === 'PersistentVolume' ? volumes : new Map()) as never,
    stampOf: (kind) => (kind === 'PersistentVolume' ? stamp : 0),
    podsOnNodes: () => [],
  };
  const table = new StorageTable(source);
  const names = (): readonly string[] => table.freeVolumes('').map(({ metadata }) => metadata.name);
  const update = (): void => inOneGo(table.update(UNLIMITED));
  update();
  const before = table.stamp;
  volumes.set('a', storageWorld(volume('a', '{}')).storage.volume('a') as PersistentVolume);
  stamp++;
  expect([names(), table.stamp === before]).toEqual([[], false]);
  update();
  const list = table.freeVolumes('');
  update();
  expect([names(), table.freeVolumes('') === list]).toEqual([['a'], true]);
});
