// Pods with volumes, and the objects of storage.

import { callOf, named, nodes, other, type PodCall, podOf, range, requirement } from './pod-objects.js';

export const claims = (count: number): object[] =>
  range(count, (index) =>
    other('v1', 'PersistentVolumeClaim', index, {
      spec: { storageClassName: 's', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
  );
export const volume = (index: number, spec: object = {}): object =>
  other('v1', 'PersistentVolume', index, {
    metadata: { name: `o${index}` },
    spec: {
      storageClassName: 's',
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      csi: { driver: 'd', volumeHandle: `h${index}` },
      ...spec,
    },
  });
export const storageClass = (rest: object = {}): object =>
  other('storage.k8s.io/v1', 'StorageClass', 0, {
    metadata: { name: 's' },
    provisioner: 'd',
    volumeBindingMode: 'WaitForFirstConsumer',
    ...rest,
  });
export const using = (count: number): object =>
  podOf({ volumes: range(count, (index) => ({ name: `v${index}`, persistentVolumeClaim: { claimName: `o${index}` } })) });
const expressions = (): object[] => range(100_000, (index) => requirement(`k${index}`, ['v'], 'NotIn'));

export const VOLUME_PODS: Readonly<Record<string, () => PodCall>> = {
  '100,000 volume claims of a pod': () => callOf(using(100_000), [...nodes(20), storageClass(), ...claims(100_000)]),
  '100,000 PersistentVolumes': () =>
    callOf(using(10), [...nodes(20), storageClass(), ...claims(10), ...range(100_000, (index) => volume(index))]),
  '100,000 expressions of a volume': () => {
    const required = { nodeSelectorTerms: [{ matchExpressions: expressions() }] };
    return callOf(using(1), [...nodes(20), storageClass(), ...claims(1), volume(0, { nodeAffinity: { required } })]);
  },
  '100,000 expressions of a volume claim': () =>
    callOf(using(1), [
      ...nodes(20),
      storageClass(),
      other('v1', 'PersistentVolumeClaim', 0, { spec: { storageClassName: 's', selector: { matchExpressions: expressions() } } }),
      volume(0),
    ]),
  '100,000 labels of a volume': () =>
    callOf(using(1), [
      ...nodes(20),
      storageClass(),
      ...claims(1),
      other('v1', 'PersistentVolume', 0, { metadata: { name: 'o0', labels: named(100_000, () => 'v') }, spec: { storageClassName: 's' } }),
    ]),
  '100,000 topologies of a storage class': () =>
    callOf(using(1), [
      ...nodes(20),
      storageClass({
        allowedTopologies: range(100_000, (index) => ({ matchLabelExpressions: [{ key: 'zone', values: [`z${index}`] }] })),
      }),
      ...claims(1),
    ]),
  '100,000 volume attachments': () =>
    callOf(using(10), [
      ...nodes(20),
      storageClass(),
      ...claims(10),
      ...range(100_000, (index) =>
        other('storage.k8s.io/v1', 'VolumeAttachment', index, {
          spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: `o${index}` } },
        }),
      ),
    ]),
  '100,000 drivers of a node': () =>
    callOf(using(10), [
      ...nodes(20),
      storageClass(),
      ...claims(10),
      other('storage.k8s.io/v1', 'CSINode', 0, {
        metadata: { name: 'n' },
        spec: { drivers: range(100_000, (index) => ({ name: `d${index}`, nodeID: 'n', allocatable: { count: 5 } })) },
      }),
    ]),
  '100,000 storage capacities': () =>
    callOf(using(10), [
      ...nodes(20),
      storageClass(),
      ...claims(10),
      ...range(100_000, (index) =>
        other('storage.k8s.io/v1', 'CSIStorageCapacity', index, { storageClassName: 's', capacity: '1Gi', nodeTopology: {} }),
      ),
    ]),
};
