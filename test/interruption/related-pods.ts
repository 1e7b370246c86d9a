// Pods whose place depends on other pods, on namespaces and on volumes.

import { CLUSTER, nodeOf, type PodCase, podOf, WITH_CLAIM } from './pods.js';

const labelled = (name: string, spec: object, more: object = {}): object =>
  podOf(name, { nodeName: 'n0', ...spec }, { labels: { app: 'b', tier: 't' }, ...more });
const term = (labels: object, more: object = {}): object => ({ topologyKey: 'zone', labelSelector: { matchLabels: labels }, ...more });
const preferred = (weight: number, labels: object, more: object = {}): object => ({ weight, podAffinityTerm: term(labels, more) });
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const NEIGHBORS = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns', labels: { team: 'x' } } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'far', labels: { team: 'y' } } },
  labelled('neighbor', { affinity: { podAntiAffinity: { [REQUIRED]: [term({ app: 'a' }, { topologyKey: 'kubernetes.io/hostname' })] } } }),
  labelled('distant', { nodeName: 'n2', affinity: { podAffinity: { [PREFERRED]: [preferred(7, { app: 'a' })] } } }),
  labelled('stranger', { nodeName: 'n1' }, { namespace: 'far' }),
];

const spread = (topologyKey: string, whenUnsatisfiable: string, more: object = {}): object => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable,
  labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] },
  ...more,
});

const STORAGE = 'storage.k8s.io/v1';
const storageClass = (name: string, provisioner: string, more: object = {}): object => ({
  ...{ apiVersion: STORAGE, kind: 'StorageClass', metadata: { name }, provisioner, volumeBindingMode: 'WaitForFirstConsumer' },
  ...more,
});
const volumeClaim = (name: string, spec: object, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { namespace: 'ns', name, uid: `u-${name}`, ...more },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const volume = (name: string, node: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, uid: `v-${name}` },
  spec: {
    storageClassName: 'local',
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '2Gi' },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] }] },
    },
    ...more,
  },
  status: { phase: 'Available' },
});
const DRIVER = 'd.example.com';
const VOLUMES = [
  storageClass('local', 'kubernetes.io/no-provisioner'),
  storageClass('made', DRIVER, { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['z1'] }] }] }),
  { apiVersion: STORAGE, kind: 'CSIDriver', metadata: { name: DRIVER }, spec: { storageCapacity: true } },
  ...['n0', 'n1'].map((name) => ({
    ...{ apiVersion: STORAGE, kind: 'CSINode', metadata: { name } },
    spec: { drivers: [{ name: DRIVER, nodeID: name, allocatable: { count: 2 } }] },
  })),
  {
    ...{ apiVersion: STORAGE, kind: 'CSIStorageCapacity', metadata: { namespace: 'ns', name: 'sc' }, storageClassName: 'made' },
    ...{ capacity: '5Gi', nodeTopology: { matchLabels: { zone: 'z1' } } },
  },
  {
    apiVersion: STORAGE,
    kind: 'VolumeAttachment',
    metadata: { name: 'va' },
    spec: { attacher: DRIVER, nodeName: 'n0', source: { persistentVolumeName: 'used' } },
  },
  volume('v0', 'n0'),
  volume('v1', 'n1'),
  volume('used', 'n0', { storageClassName: 'made', csi: { driver: DRIVER, volumeHandle: 'h' } }),
  volumeClaim('local', { storageClassName: 'local' }),
  volumeClaim('made', { storageClassName: 'made' }),
  volumeClaim('single', { storageClassName: 'made', accessModes: ['ReadWriteOncePod'] }),
];
const using = (...names: string[]): object[] => names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
const DISK = { name: 'disk', rbd: { monitors: ['m'], pool: 'p', image: 'i' } };

/** Pods by name. */
export const RELATED_PODS: Readonly<Record<string, PodCase>> = {
  'a pod with all kinds of affinity': {
    pod: podOf('p', {
      ...WITH_CLAIM,
      affinity: {
        podAffinity: {
          [REQUIRED]: [term({ app: 'b' }, { namespaceSelector: { matchLabels: { team: 'x' } }, matchLabelKeys: ['pod-template-hash'] })],
          [PREFERRED]: [preferred(5, { app: 'b' }, { namespaces: ['far'], topologyKey: 'kubernetes.io/hostname' })],
        },
        podAntiAffinity: {
          [REQUIRED]: [term({ tier: 'other' })],
          [PREFERRED]: [preferred(3, { tier: 't' }, { namespaceSelector: {} })],
        },
      },
    }),
    objects: [...CLUSTER, ...NEIGHBORS],
  },
  'a pod that other pods repel': { pod: podOf('p', WITH_CLAIM), objects: [...CLUSTER, ...NEIGHBORS] },
  'a pod with invalid affinity': {
    pod: podOf('p', { affinity: { podAffinity: { [REQUIRED]: [term({ app: 'not a label value' })] } } }),
    objects: [...CLUSTER, ...NEIGHBORS],
  },
  'a pod with all kinds of spread': {
    pod: podOf('p', {
      ...WITH_CLAIM,
      topologySpreadConstraints: [
        spread('kubernetes.io/hostname', 'DoNotSchedule', { minDomains: 3, nodeTaintsPolicy: 'Honor', matchLabelKeys: ['app'] }),
        spread('zone', 'ScheduleAnyway', { nodeAffinityPolicy: 'Ignore' }),
      ],
    }),
    objects: [...CLUSTER, ...NEIGHBORS],
  },
  'a pod that is spread by default': {
    pod: podOf('p', {}, { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs', controller: true }] }),
    objects: [
      ...CLUSTER,
      ...NEIGHBORS,
      { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'ns', name: 's' }, spec: { selector: { app: 'a' } } },
      {
        ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { namespace: 'ns', name: 'rs', uid: 'rs' } },
        spec: { replicas: 1, selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } } } },
      },
    ],
  },
  'a pod with volumes': {
    pod: podOf('p', { ...WITH_CLAIM, volumes: using('local', 'made') }),
    objects: [...CLUSTER, ...VOLUMES],
  },
  'a pod with a volume of its own': {
    pod: podOf('p', {
      volumes: [
        {
          name: 'own',
          ephemeral: {
            volumeClaimTemplate: {
              spec: { storageClassName: 'made', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '4Gi' } } },
            },
          },
        },
      ],
    }),
    objects: [...CLUSTER, ...VOLUMES],
    gates: { StorageCapacityScoring: true },
  },
  'a pod whose volumes are in use': {
    pod: podOf('p', { volumes: [...using('single'), DISK] }),
    objects: [
      ...CLUSTER,
      ...VOLUMES,
      podOf('user', { nodeName: 'n1', volumes: using('single') }),
      podOf('disk', { nodeName: 'n0', volumes: [DISK] }),
    ],
  },
  'a pod with affinity, spread and volumes': {
    pod: podOf('p', {
      ...WITH_CLAIM,
      volumes: using('made'),
      affinity: { podAffinity: { [PREFERRED]: [preferred(5, { app: 'b' })] } },
      topologySpreadConstraints: [spread('zone', 'DoNotSchedule', { maxSkew: 4 })],
    }),
    objects: [...CLUSTER, ...NEIGHBORS, ...VOLUMES, nodeOf('n3'), nodeOf('n4')],
  },
};
