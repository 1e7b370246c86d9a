// Objects of storage and CSI are read with the fields that the rules for volumes need.

import { describe, expect, it } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { decodeObjects, objectOf } from '../../../src/core/api/objects.js';
import { errorOf, yaml } from '../../support/api.js';

const read = (...texts: readonly string[]) => decodeObjects(texts.map((text) => ({ value: yaml(text) })));

describe('a persistent volume claim', () => {
  it('has its class, its volume and its requests', () => {
    const [claim] = read(`
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: ml
  annotations: {pv.kubernetes.io/bind-completed: "yes", volume.kubernetes.io/selected-node: n1, other: text}
spec:
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 1500m}}
  selector: {matchLabels: {tier: fast}}
  storageClassName: ssd
  volumeName: pv-1
status: {phase: Bound}
`).persistentVolumeClaims;
    expect(claim?.metadata.annotations).toEqual({
      'pv.kubernetes.io/bind-completed': true,
      'volume.kubernetes.io/selected-node': 'n1',
    });
    const { accessModes, resources, selector, storageClassName, volumeName } = claim?.spec ?? {};
    expect([accessModes, `${resources?.requests.storage}`, storageClassName, volumeName]).toEqual([
      ['ReadWriteOnce'],
      '1500m',
      'ssd',
      'pv-1',
    ]);
    expect([selector?.matchLabels.get('tier'), claim?.status.phase]).toEqual(['fast', 'Bound']);
  });

  it('without a class differs from one with the empty class', () => {
    const claims = read(
      '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}}',
      '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: b}, spec: {storageClassName: ""}}',
    ).persistentVolumeClaims;
    expect(claims.map(({ spec }) => spec.storageClassName)).toEqual([undefined, '']);
  });
});

it('reads a persistent volume with its source, its claim and its nodes', () => {
  const [volume] = read(`
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv-1, labels: {tier: fast}}
spec:
  capacity: {storage: 10Gi}
  claimRef: {namespace: ml, name: data, uid: u}
  csi: {driver: d.example.com, volumeHandle: h}
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}}
status: {phase: Available}
`).persistentVolumes;
  const { capacity, claimRef, csi, nodeAffinity, awsElasticBlockStore } = volume?.spec ?? {};
  expect([`${capacity?.storage}`, claimRef, csi]).toEqual([
    '10Gi',
    { namespace: 'ml', name: 'data', uid: 'u' },
    { driver: 'd.example.com', volumeHandle: 'h' },
  ]);
  expect(nodeAffinity?.required?.nodeSelectorTerms[0]?.matchExpressions[0]?.values).toEqual(['a']);
  expect([awsElasticBlockStore, volume?.status.phase]).toEqual([undefined, 'Available']);
});

it('reads storage classes and the objects of CSI', () => {
  const set = read(
    '{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: ssd, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}, provisioner: d, volumeBindingMode: WaitForFirstConsumer, allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}]}',
    '{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: [{name: d, topologyKeys: [zone], allocatable: {count: 5}}, {name: e}]}}',
    '{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: d}, spec: {storageCapacity: true}}',
    '{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: c}, storageClassName: ssd, capacity: 1Ti, nodeTopology: {matchLabels: {zone: a}}}',
    '{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: v}, spec: {attacher: d, nodeName: n1, source: {persistentVolumeName: pv-1}}}',
  );
  const [ssd] = set.storageClasses;
  expect(ssd?.metadata.annotations['storageclass.kubernetes.io/is-default-class']).toBe('true');
  expect([ssd?.provisioner, ssd?.volumeBindingMode, ssd?.allowedTopologies]).toEqual([
    'd',
    'WaitForFirstConsumer',
    [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
  ]);
  expect(set.csiNodes[0]?.spec.drivers).toEqual([
    { name: 'd', topologyKeys: ['zone'], allocatable: { count: 5 } },
    { name: 'e', topologyKeys: [] },
  ]);
  expect(set.csiDrivers[0]?.spec).toEqual({ storageCapacity: true, preventPodSchedulingIfMissing: false });
  expect([set.csiStorageCapacities[0]?.storageClassName, `${set.csiStorageCapacities[0]?.capacity}`]).toEqual(['ssd', '1Ti']);
  expect(set.volumeAttachments[0]?.spec).toEqual({ attacher: 'd', nodeName: 'n1', source: { persistentVolumeName: 'pv-1' } });
  expect(set.skipped.size).toBe(0);
});

describe('controllers of pods', () => {
  const text = (name: string): string =>
    `{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: ${name}}, spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}}`;
  const others = [
    '{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {app: web}}}',
    '{apiVersion: v1, kind: ReplicationController, metadata: {name: c}, spec: {selector: {app: web}}}',
    '{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: f}, spec: {selector: {matchLabels: {app: web}}}}',
  ];
  const app = new Map([['app', 'web']]);

  it('and services are read with the pods that they select', () => {
    const { services, replicationControllers, replicaSets, statefulSets, workloads, skipped } = read(text('r'), ...others);
    expect([services, replicationControllers].map(([one]) => one?.spec.selector)).toEqual([app, app]);
    expect([replicaSets, statefulSets].map(([one]) => one?.spec.selector?.matchLabels)).toEqual([app, app]);
    expect([workloads.length, skipped.size]).toEqual([0, 0]);
  });

  it('are also workloads where these are read', () => {
    const set = decodeAllObjects([text('r'), text('r'), ...others].map((each) => ({ value: yaml(each) })));
    expect([set.replicaSets.length, set.replicationControllers.length, set.statefulSets.length]).toEqual([1, 1, 1]);
    expect(set.workloads.map(({ kind, podSets }) => [kind, podSets[0]?.replicas])).toEqual([
      ['ReplicaSet', 2],
      ['ReplicationController', undefined],
      ['StatefulSet', undefined],
    ]);
    expect(set.warnings.map(({ message }) => message)).toEqual(['ReplicaSet r appears more than once; the last one counts']);
    expect(objectOf(set, { kind: 'ReplicaSet', name: 'r' })).toBe(set.workloads[0]);
  });

  it('of a list have the version of the list', () => {
    const { replicaSets } = read(
      `{apiVersion: apps/v1, kind: ReplicaSetList, items: [{metadata: {name: a}}, {metadata: {generateName: b-}}]}`,
    );
    expect(replicaSets.map(({ metadata }) => metadata.name)).toEqual(['a', 'b-0']);
  });
});

it('checks the types of fields that count', () => {
  const failed = errorOf(() => read('{apiVersion: v1, kind: PersistentVolume, metadata: {name: a}, spec: {capacity: {storage: much}}}'));
  expect(failed.path).toBe('spec.capacity.storage');
});
