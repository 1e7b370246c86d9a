import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { type EventJson, simulate } from '../../src/planning/index.js';
import { node } from '../support/objects.js';

const allocator = await createAllocator();

const STORAGE = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'local' } };
const CLASS = { ...STORAGE, provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' };
const requests = { accessModes: ['ReadWriteOnce'], storageClassName: 'local', resources: { requests: { storage: '5Gi' } } };

/** A volume on a node. */
function volumeOn(name: string): object {
  const matchExpressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values: [name] }];
  const nodeAffinity = { required: { nodeSelectorTerms: [{ matchExpressions }] } };
  const spec = { capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'local', nodeAffinity };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `pv-${name}` }, spec, status: { phase: 'Available' } };
}

/** Plays events on nodes a and b with a volume each. Returns the log without the creations. */
function logOf(policy: object, events: readonly EventJson[]): readonly string[] {
  const cluster = allocator.cluster();
  for (const name of ['a', 'b']) cluster.apply([node(name, { 'kubernetes.io/hostname': name }), volumeOn(name)]);
  cluster.apply([CLASS]);
  const template = { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c' }] } };
  const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: requests }];
  const spec = { replicas: 2, template, volumeClaimTemplates, persistentVolumeClaimRetentionPolicy: policy };
  const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec };
  const { log } = simulate(cluster, { trace: [{ at: 0, apply: set as never }, ...events] });
  const words = log.map(({ at, what, pod, node: on = '' }) => `${at} ${what} ${pod.replace('default/', '')} ${on}`.trim());
  return words.filter((line) => !line.includes('created') && !line.startsWith('0 '));
}

const scale = (at: number, replicas: number): EventJson => ({ at, scale: { kind: 'StatefulSet', name: 'db', replicas } });

it('the claims of a StatefulSet stay, and its pods return to their volumes', () => {
  const events: EventJson[] = [scale(1, 0), { at: 2, cordon: 'a' }, scale(3, 2)];
  expect(logOf({}, events)).toEqual(['1 deleted db-1 b', '1 deleted db-0 a', '3 placed db-1 b', '3 pending db-0']);
});

it('claims that are deleted after scaling leave no volume for later pods', () => {
  const events: EventJson[] = [scale(1, 1), scale(2, 2)];
  expect(logOf({}, events)).toEqual(['1 deleted db-1 b', '2 placed db-1 b']);
  expect(logOf({ whenScaled: 'Delete' }, events)).toEqual(['1 deleted db-1 b', '2 pending db-1']);
});

it('claims that are deleted with their owner leave no volume for later pods', () => {
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data-db-1' }, spec: requests };
  const spec = { containers: [{ name: 'c' }], volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data-db-1' } }] };
  const other = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'other' }, spec };
  const removed: EventJson = { at: 1, delete: { kind: 'StatefulSet', name: 'db' } };
  const deletions = ['1 deleted db-0 a', '1 deleted db-1 b'];
  expect(logOf({ whenScaled: 'Delete' }, [removed, { at: 2, apply: [other] as never }])).toEqual([...deletions, '2 placed other b']);
  const events: EventJson[] = [removed, { at: 2, apply: [claim, other] as never }];
  expect(logOf({ whenDeleted: 'Delete' }, events)).toEqual([...deletions, '2 pending other']);
});
