import { expect, it } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { allInNamespace } from '../../../src/core/api/in-namespace.js';
import { builtInPodTemplates } from '../../../src/core/api/pod-template-table.js';

const OBJECTS = [
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
  { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'b', namespace: 'ml' }, spec: {} },
  { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { name: 'a' }, spec: { spec: {} } },
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [] } },
  { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' }, spec: { template: { spec: { containers: [] } } } },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'a' }, spec: { limits: [] } },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity', metadata: { name: 'a' }, storageClassName: 'c' },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'v1', kind: 'ReplicationController', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'a' }, spec: {} },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: { template: { spec: { containers: [] } } } },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'a' }, spec: {} },
];

it('puts objects that have a namespace into this one where they name none, and leaves those of the cluster alone', () => {
  const set = decodeAllObjects(
    OBJECTS.map((value) => ({ value })),
    { podTemplates: builtInPodTemplates() },
  );
  const named = allInNamespace(set, 'default');
  const { nodes, persistentVolumes, resourceClaims, resourceClaimTemplates, pods, workloads, resourceQuotas, limitRanges } = named;
  expect([nodes[0]?.metadata.namespace, persistentVolumes[0]?.metadata.namespace]).toEqual(['', '']);
  expect(resourceClaims.map(({ metadata }) => metadata.namespace)).toEqual(['default', 'ml']);
  const one = [resourceClaimTemplates, pods, workloads, resourceQuotas, limitRanges].map((list) => list[0]?.metadata.namespace);
  expect(one).toEqual(['default', 'default', 'default', 'default', 'default']);
  const ofStorage = [named.persistentVolumeClaims, named.csiStorageCapacities].map((list) => list[0]?.metadata.namespace);
  expect(ofStorage).toEqual(['default', 'default']);
  const { services, replicationControllers, deployments, replicaSets, statefulSets, podDisruptionBudgets } = named;
  const selecting = [services, replicationControllers, deployments, replicaSets, statefulSets, podDisruptionBudgets];
  expect(new Set(selecting.map((list) => list[0]?.metadata.namespace))).toEqual(new Set(['default']));
});
