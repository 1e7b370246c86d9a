import { expect, it } from 'vitest';
import { mounting, node, pod, reference, running, storageClass, texts, volume, volumeClaim, ZONE } from './related.js';

const a = node('a', { [ZONE]: 'x' });
const fast = storageClass('fast');
const bound = (name: string, more = {}): readonly object[] => [
  volumeClaim(name, { storageClassName: 'fast', volumeName: `pv-${name}`, ...more }, 'Bound'),
  volume(`pv-${name}`, 'x', { ...reference(name), ...more }, 'Bound'),
];

it('a claim that does not exist is corrected to one with a similar name', async () => {
  const claims = [volumeClaim('data', { storageClassName: 'fast' }), volumeClaim('logs', { storageClassName: 'fast' })];
  expect(await texts(pod(mounting('dta')), a, fast, ...claims)).toEqual(['write data instead of dta as claimName of volume data']);
});

it('the pod that uses a claim for a single pod is deleted, wherever it is', async () => {
  const objects = [a, node('b', { [ZONE]: 'x' }), fast, ...bound('data', { accessModes: ['ReadWriteOncePod'] })];
  const other = running('reader', 'b', { app: 'reader' }, mounting('data'));
  expect(await texts(pod(mounting('data')), ...objects, other)).toEqual([
    'delete pod ns/reader on node b, since volume claim data allows only one pod (ReadWriteOncePod)',
  ]);
});

it('a pod with volumes makes room for one more attachment', async () => {
  const drivers = [{ name: 'csi.example.com', nodeID: 'a', allocatable: { count: 1 } }];
  const csiNode = { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name: 'a' }, spec: { drivers } };
  const objects = [a, fast, csiNode, ...bound('used'), volumeClaim('data', { storageClassName: 'fast' })];
  const other = running('db-0', 'a', { app: 'db' }, mounting('used'));
  expect(await texts(pod(mounting('data')), ...objects, other)).toEqual([
    'delete pod ns/db-0 on node a, which uses volume claim used',
    'add a node like a',
  ]);
});
