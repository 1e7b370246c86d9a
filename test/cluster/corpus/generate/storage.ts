// Storage of a random cluster: classes, capacities, volumes, and the claims and disks that pods use.

import type { Random } from '../../../differential/generate/random.js';
import type { KubeObject } from '../../real/api.mjs';

const apiVersion = 'storage.k8s.io/v1';
/** The driver whose volumes the recorder provisions. */
export const DRIVER = 'csi.example.com';
/** A label of claims that are never provisioned. */
export const NEVER = 'never-provisioned';
export const ZONE = 'topology.kubernetes.io/zone';
const MODES = ['ReadWriteOnce', 'ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'];

/** Classes of each mode of binding. */
export function storageClasses(random: Random): readonly KubeObject[] {
  const one = (name: string, fields: object): KubeObject => ({
    apiVersion,
    kind: 'StorageClass',
    metadata: { name },
    ...{ provisioner: DRIVER, volumeBindingMode: 'WaitForFirstConsumer', ...fields },
  });
  const matchLabelExpressions = [{ key: ZONE, values: random.pick([['a'], ['a', 'b'], ['c']]) }];
  const spec = { attachRequired: true, storageCapacity: random.chance(0.7) };
  return [
    one('now', { volumeBindingMode: 'Immediate' }),
    one('late', {}),
    one('zonal', { allowedTopologies: [{ matchLabelExpressions }] }),
    one('local', { provisioner: 'kubernetes.io/no-provisioner' }),
    { apiVersion, kind: 'CSIDriver', metadata: { name: DRIVER }, spec },
    volumeAttachment(),
  ];
}

/** An attachment of another driver: a cluster whose dump has none of a kind does not say whether it has any. */
function volumeAttachment(): KubeObject {
  const spec = { attacher: 'other.example.com', nodeName: 'elsewhere', source: { persistentVolumeName: 'elsewhere' } };
  return { apiVersion, kind: 'VolumeAttachment', metadata: { name: 'elsewhere' }, spec };
}

export function storageCapacities(random: Random): readonly KubeObject[] {
  return ['late', 'zonal'].flatMap((name) => ['a', 'b', 'c'].map((zone) => storageCapacity(random, name, zone)));
}

/** The capacity of a class in a zone. */
export function storageCapacity(random: Random, storageClassName: string, zone: string): KubeObject {
  const metadata = { name: `${storageClassName}-${zone}`, namespace: 'default' };
  const nodeTopology = { matchLabels: { [ZONE]: zone } };
  const capacity = random.pick(['2Gi', '6Gi', '20Gi', '64Gi', '64Gi']);
  const limit = random.chance(0.15) ? { maximumVolumeSize: '5Gi' } : {};
  return { apiVersion, kind: 'CSIStorageCapacity', metadata, ...{ nodeTopology, storageClassName, capacity, ...limit } };
}

/** The drivers that the kubelet of a node reports, with the number of volumes that fit. */
export function csiNode(random: Random, name: string): readonly KubeObject[] {
  if (random.chance(0.1)) return [];
  const limit = random.chance(0.6) ? { allocatable: { count: random.integer(1, 4) } } : {};
  return [{ apiVersion, kind: 'CSINode', metadata: { name }, spec: { drivers: [{ name: DRIVER, nodeID: name, ...limit }] } }];
}

/** Volumes of an administrator, and one claim. */
export function firstVolumes(random: Random, nodes: readonly string[]): readonly KubeObject[] {
  const volumes = random.times(random.integer(3, 8), (index) => volume(random, index, nodes));
  return [...volumes, claim({ name: 'spare', namespace: 'ops' }, { accessModes: ['ReadWriteOnce'], storageClassName: 'local' }, '100Gi')];
}

/** A volume that claims may be bound to. Sizes differ, as the scheduler selects any of the smallest. */
export function volume(random: Random, index: number, nodes: readonly string[]): KubeObject {
  const metadata = { name: `pv-${index}`, labels: { disk: random.pick(['ssd', 'hdd']) } };
  const basic = {
    capacity: { storage: `${2 + index}Gi` },
    accessModes: random.pick([['ReadWriteOnce'], ['ReadWriteOnce', 'ReadWriteMany'], ['ReadWriteOncePod']]),
  };
  if (random.chance(0.65)) {
    const local = {
      storageClassName: 'local',
      local: { path: `/disks/${index}` },
      nodeAffinity: on('kubernetes.io/hostname', [random.pick(nodes)]),
    };
    return { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: { ...basic, ...local } };
  }
  const zone = random.pick(['a', 'b', 'c']);
  const csi = { storageClassName: random.pick(['late', 'zonal']), csi: { driver: DRIVER, volumeHandle: `pv-${index}` } };
  const place = placeIn(random, zone);
  const labels = { ...metadata.labels, ...place.labels };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { ...metadata, labels }, spec: { ...basic, ...csi, ...place.spec } };
}

/** The place of a volume: an affinity, or labels as drivers wrote before there were affinities. */
function placeIn(random: Random, zone: string): { readonly labels?: Record<string, string>; readonly spec?: object } {
  return random.chance(0.6) ? { spec: { nodeAffinity: on(ZONE, [zone]) } } : { labels: { [ZONE]: zone } };
}

/** The volume that the driver makes for a claim in a zone. */
export function provisioned(random: Random, pvc: KubeObject, zone: string | undefined): KubeObject {
  const { name, namespace, uid } = pvc.metadata;
  const volumeName = `made-${namespace}-${name}`;
  const place = zone === undefined ? {} : placeIn(random, zone);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volumeName, labels: place.labels ?? {} },
    spec: {
      capacity: pvc.spec.resources.requests,
      accessModes: pvc.spec.accessModes,
      storageClassName: pvc.spec.storageClassName,
      csi: { driver: DRIVER, volumeHandle: volumeName },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
      ...place.spec,
    },
  };
}

function on(key: string, values: readonly string[]): object {
  return { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values }] }] } };
}

function claim({ name, namespace }: { name: string; namespace: string }, spec: object, storage: string, labels = {}): KubeObject {
  const metadata = { name, namespace, labels };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: { ...spec, resources: { requests: { storage } } } };
}

/** A volume of a pod, and the claim that it needs. */
export interface VolumeOfPod {
  readonly entry: object;
  readonly object?: KubeObject;
}

/** A volume of a pod: a claim, an ephemeral volume, or a disk that the pod names itself. `existing` are the claims of its namespace. */
export function volumeOfPod(random: Random, name: string, namespace: string, existing: readonly string[]): VolumeOfPod {
  const kind = random.pick(['existing', 'existing', 'new', 'new', 'new', 'new', 'ephemeral', 'ephemeral', 'disk']);
  if (kind === 'disk') return { entry: { name, ...disk(random) } };
  if (random.chance(0.02)) return { entry: { name, persistentVolumeClaim: { claimName: 'absent' } } };
  if (kind === 'existing' && existing.length > 0) {
    return { entry: { name, persistentVolumeClaim: { claimName: random.pick(existing) } } };
  }
  const storage = random.pick(['1Gi', '2Gi', '3Gi', '5Gi', '8Gi']);
  const className = random.chance(0.03) ? 'gone' : random.pick(['now', 'now', 'late', 'late', 'late', 'zonal', 'zonal', 'local', 'local']);
  const spec = {
    accessModes: [random.pick(MODES)],
    storageClassName: className,
    ...(className === 'local' && random.chance(0.15) ? { selector: { matchLabels: { disk: 'ssd' } } } : {}),
  };
  if (kind === 'ephemeral') {
    const resources = { requests: { storage } };
    return { entry: { name, ephemeral: { volumeClaimTemplate: { spec: { ...spec, accessModes: ['ReadWriteOnce'], resources } } } } };
  }
  const claimName = `${name}-data`;
  const labels: Record<string, string> = className === 'now' && random.chance(0.1) ? { [NEVER]: 'true' } : {};
  return { entry: { name, persistentVolumeClaim: { claimName } }, object: claim({ name: claimName, namespace }, spec, storage, labels) };
}

function disk(random: Random): object {
  const id = random.pick(['1', '2']);
  const readOnly = random.chance(0.4);
  return random.pick([
    { gcePersistentDisk: { pdName: `disk-${id}`, readOnly } },
    { awsElasticBlockStore: { volumeID: `vol-${id}`, readOnly } },
    { iscsi: { targetPortal: '10.0.0.1:3260', iqn: `iqn.2001-04.com.example:${id}`, lun: 0, readOnly } },
    { emptyDir: {} },
  ]);
}
