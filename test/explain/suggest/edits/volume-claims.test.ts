import { expect, it } from 'vitest';
import { mounting, node, pod, reference, storageClass, texts, volume, volumeClaim, ZONE } from './related.js';

const a = node('a', { [ZONE]: 'x' });
const byDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const fast = storageClass('fast', {}, byDefault);
const local = storageClass('local', { provisioner: 'kubernetes.io/no-provisioner' });
const RECREATE = 'recreate volume claim ns/data with';
const ask = (...objects: readonly object[]): ReturnType<typeof texts> => texts(pod(mounting('data')), a, ...objects);

it('a class that does not exist is corrected, or replaced by the default class', async () => {
  expect(await ask(fast, local, volumeClaim('data', { storageClassName: 'fats' }))).toEqual([
    `${RECREATE} the storage class fast instead of fats, which does not exist`,
  ]);
  expect(await ask(fast, local, volumeClaim('data', { storageClassName: 'gone-for-good' }))).toEqual([
    `${RECREATE} the default storage class fast instead of gone-for-good, which does not exist`,
  ]);
});

it('a lost claim is made again', async () => {
  expect(await ask(fast, volume('other', 'x', {}), volumeClaim('data', { storageClassName: 'fast', volumeName: 'pv' }, 'Lost'))).toEqual([
    'delete and recreate volume claim ns/data: its volume pv does not exist',
  ]);
});

it('a claim whose volume the node cannot reach is made again only as a last resort', async () => {
  const elsewhere = node('b', { [ZONE]: 'y' }, { unschedulable: true });
  const claim = volumeClaim('data', { storageClassName: 'fast', volumeName: 'pv' }, 'Bound');
  expect(await ask(elsewhere, fast, claim, volume('pv', 'y', reference('data'), 'Bound'))).toEqual([
    'uncordon node b',
    'add a node like b',
    'delete and recreate volume claim ns/data: the new claim does not have the data of volume pv',
  ]);
});

it('a claim requests what a free volume has: its size, its access mode, its class', async () => {
  const free = volume('small', 'x', { storageClassName: 'local', capacity: { storage: '50Gi' } });
  const smaller = volume('smaller', 'x', { storageClassName: 'local', capacity: { storage: '10Gi' } });
  expect(await ask(fast, local, free, smaller, volumeClaim('data', { storageClassName: 'local' }))).toEqual([
    `${RECREATE} 50Gi of storage instead of 100Gi, the size of volume small`,
    `${RECREATE} the default storage class fast instead of local`,
  ]);
  const many = volumeClaim('data', { storageClassName: 'local', accessModes: ['ReadWriteMany'] });
  expect(await ask(local, volume('one', 'x', { storageClassName: 'local' }), many)).toEqual([
    `${RECREATE} the access mode of volume one, ReadWriteOnce, instead of ReadWriteMany`,
  ]);
});

it('a volume of a deleted claim is released', async () => {
  const released = volume('old', 'x', { storageClassName: 'local', ...reference('gone') }, 'Released');
  expect(await ask(local, released, volumeClaim('data', { storageClassName: 'local' }))).toEqual([
    'remove claimRef from volume old, which is released from volume claim ns/gone',
  ]);
});

it('a claim requests as much as its class has left', async () => {
  const driver = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'csi.example.com' },
    spec: { storageCapacity: true },
  };
  const left = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIStorageCapacity',
    metadata: { name: 'left', namespace: 'csi' },
    storageClassName: 'fast',
    nodeTopology: { matchLabels: { [ZONE]: 'x' } },
    capacity: '60Gi',
  };
  expect(await ask(fast, driver, left, volumeClaim('data', { storageClassName: 'fast' }))).toEqual([
    `${RECREATE} 60Gi of storage instead of 100Gi, the amount that class fast has left`,
  ]);
});

it('a claim is freed from the node that was selected for it', async () => {
  const selected = { 'volume.kubernetes.io/selected-node': 'gone' };
  expect(await ask(fast, volumeClaim('data', { storageClassName: 'fast' }, 'Pending', selected))).toEqual([
    'remove the annotation volume.kubernetes.io/selected-node from volume claim ns/data: no volume was provisioned on node gone yet',
  ]);
});
