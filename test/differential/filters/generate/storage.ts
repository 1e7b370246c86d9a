// Storage of a cluster: classes, claims, volumes, and what CSI drivers report of nodes and capacity.

import type { Random } from '../../generate/random.js';
import type { ObjectJson } from '../case.js';
import type { Part } from './containers.js';
import { DOMAINS } from './quiet-cluster.js';

const ZONE = 'topology.kubernetes.io/zone';
const ZONES = DOMAINS[ZONE] as readonly string[];
export const DRIVERS = ['csi.example.com', 'csi.example.com', 'ebs.csi.aws.com', 'unlisted.example.com'];
const LOCAL = ['local', 'local'];
/** Classes of claims and volumes. The last but one does not exist, and the last one means that there is no class. */
const CLASSES = [
  'late',
  'late',
  'late',
  'late',
  'late',
  'zonal',
  'zonal',
  'zonal',
  ...LOCAL,
  ...LOCAL,
  'in-tree',
  'in-tree',
  'now',
  'gone',
  '',
];
const SIZES = ['1Gi', '2Gi', '2500Mi', '3Gi', '5Gi', '10Gi'];
const MODES = [['ReadWriteOnce'], ['ReadWriteOnce'], ['ReadWriteMany'], ['ReadOnlyMany', 'ReadWriteOnce'], ['ReadWriteOncePod']];
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';
const MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins';

/** The name and the namespace of a claim. */
export interface ClaimName {
  readonly name: string;
  readonly namespace: string;
}

/** StorageClasses of every kind: delayed, local, restricted to zones, of a plugin in Kubernetes, and immediate. */
export function storageClasses(random: Random): readonly ObjectJson[] {
  const one = (name: string, fields: Part): ObjectJson => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    volumeBindingMode: 'WaitForFirstConsumer',
    ...fields,
  });
  const terms = random.times(random.integer(1, 2), () => ({
    matchLabelExpressions: [{ key: random.chance(0.9) ? ZONE : 'rack', values: random.some(['a', 'b', '1'], 0.6) }],
  }));
  return [
    one('late', { provisioner: random.pick(DRIVERS) }),
    one('local', { provisioner: 'kubernetes.io/no-provisioner' }),
    one('zonal', { provisioner: 'csi.example.com', allowedTopologies: terms }),
    one('in-tree', { provisioner: 'kubernetes.io/aws-ebs' }),
    random.chance(0.5)
      ? { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'now' }, provisioner: 'csi.example.com' }
      : one('now', { provisioner: 'csi.example.com', volumeBindingMode: 'Immediate' }),
  ];
}

/** A claim, with its volume if it has one. */
export function claim(random: Random, { name, namespace }: ClaimName, fields: Part): readonly [ObjectJson, ...ObjectJson[]] {
  const spec: Part = { accessModes: random.pick(MODES), resources: { requests: { storage: random.pick(SIZES) } } };
  const metadata: ObjectJson['metadata'] & Part = { name, namespace, uid: name, ...fields };
  const annotations: Record<string, string> = {};
  const className = random.pick(CLASSES);
  // The scheduler crashes if it scores the capacity for a claim with the annotation.
  const isScored = className === 'late' || className === 'zonal';
  if (isScored || random.chance(0.9)) spec['storageClassName'] = className;
  else if (random.chance(0.5)) annotations[BETA_CLASS] = className;
  if (random.chance(0.1)) spec['selector'] = { matchLabels: { disk: random.pick(['ssd', 'hdd']) } };
  if (random.chance(0.06)) spec['volumeMode'] = 'Block';
  if (random.chance(0.04)) spec['volumeAttributesClassName'] = 'gold';
  if (random.chance(0.03)) metadata['deletionTimestamp'] = '2026-01-01T00:00:00Z';
  const isBound = random.chance(0.45);
  const volumeName = `pv-${namespace}-${name}`;
  if (isBound) {
    spec['volumeName'] = volumeName;
    if (random.chance(0.93)) annotations['pv.kubernetes.io/bind-completed'] = 'yes';
  } else if (random.chance(0.08)) annotations['volume.kubernetes.io/selected-node'] = random.pick(['n0', 'n1', 'gone']);
  if (Object.keys(annotations).length > 0) metadata['annotations'] = annotations;
  const phase = random.chance(0.03) ? 'Lost' : isBound ? 'Bound' : 'Pending';
  const made: ObjectJson = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec, status: { phase } };
  if (!isBound || random.chance(0.04)) return [made];
  const bound = { claimRef: { namespace, name, uid: name }, capacity: { storage: '10Gi' }, accessModes: spec['accessModes'] };
  return [made, volume(random, volumeName, 'Bound', { ...bound, ...(className === '' ? {} : { storageClassName: className }) })];
}

/** Volumes that claims may be bound to. Their sizes differ: the scheduler selects any of the smallest. Each claim has one at most. */
export function availableVolumes(random: Random, claims: readonly ClaimName[]): readonly ObjectJson[] {
  const reserved = random.shuffle(claims).slice(0, random.pick([0, 0, 1, 2]));
  return random.shuffle([1, 2, 3, 4, 5, 6, 8, 10]).flatMap((size, position) => {
    if (random.chance(0.4)) return [];
    const spec: Part = { capacity: { storage: `${size}Gi` }, accessModes: random.pick([...MODES, ['ReadWriteOnce', 'ReadWriteMany']]) };
    spec['storageClassName'] = random.pick(['late', 'local', 'local', 'local', 'zonal', 'in-tree', '']);
    if (random.chance(0.08)) spec['volumeMode'] = 'Block';
    if (random.chance(0.08)) spec['volumeAttributesClassName'] = 'gold';
    const owner = reserved[position];
    if (owner !== undefined) spec['claimRef'] = { ...owner, ...random.pick([{}, { uid: owner.name }, { uid: 'another' }]) };
    const phase = random.chance(0.9) ? 'Available' : random.pick(['Pending', 'Released', 'Bound']);
    return [volume(random, `free-${position}`, phase, spec)];
  });
}

function volume(random: Random, name: string, phase: string, fields: Part): ObjectJson {
  const labels: Record<string, string> = {};
  if (random.chance(0.7)) labels['disk'] = random.pick(['ssd', 'hdd']);
  if (random.chance(0.25)) {
    const key = random.pick([ZONE, ZONE, 'failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/region']);
    labels[key] = key.endsWith('region') ? random.pick(['r1', 'r2']) : random.pick([...ZONES, 'a__b', 'b__c']);
  }
  const metadata: ObjectJson['metadata'] & Part = { name, labels };
  if (random.chance(0.03)) metadata['deletionTimestamp'] = '2026-01-01T00:00:00Z';
  const spec: Part = { ...fields, ...source(random, name) };
  if (spec['local'] !== undefined || random.chance(0.5)) spec['nodeAffinity'] = { required: { nodeSelectorTerms: [volumeTerm(random)] } };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec, status: { phase } };
}

function volumeTerm(random: Random): Part {
  const key = random.pick(['kubernetes.io/hostname', ZONE, ZONE]);
  const values = key === ZONE ? random.some(ZONES, 0.6) : random.some(['n0', 'n1', 'n2', 'n3'], 0.5);
  const operator = values.length === 0 ? 'Exists' : random.pick(['In', 'In', 'In', 'NotIn']);
  return { matchExpressions: [operator === 'Exists' ? { key, operator } : { key, operator, values }] };
}

function source(random: Random, name: string): Part {
  const kind = random.pick(['csi', 'csi', 'csi', 'csi', 'nfs', 'local', 'awsElasticBlockStore', 'gcePersistentDisk']);
  if (kind === 'csi') return { csi: { driver: random.pick(DRIVERS), volumeHandle: random.chance(0.9) ? name : 'shared' } };
  if (kind === 'nfs') return { nfs: { server: 'nfs', path: '/' } };
  if (kind === 'local') return { local: { path: '/disk' } };
  return kind === 'gcePersistentDisk' ? { [kind]: { pdName: name } } : { [kind]: { volumeID: `vol-${name}` } };
}

/** The drivers of nodes with their limits. Some nodes have no CSINode. */
export function csiNodes(random: Random, nodes: readonly string[]): readonly ObjectJson[] {
  return random.some(nodes, 0.85).map((name) => {
    const drivers = random.some([...new Set(DRIVERS)], 0.8).map((driver) => ({
      name: driver,
      nodeID: name,
      ...(random.chance(0.7) ? { allocatable: random.chance(0.9) ? { count: random.integer(0, 4) } : {} } : {}),
    }));
    const annotations = { [MIGRATED]: random.some(['kubernetes.io/aws-ebs', 'kubernetes.io/gce-pd'], 0.7).join(',') };
    const metadata = random.chance(0.3) ? { name, annotations } : { name };
    return { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata, spec: { drivers } };
  });
}

/** The drivers that ask for checks of capacity. One may ask for checks of its presence on nodes: the scheduler names any that is missing. */
export function csiDrivers(random: Random): readonly ObjectJson[] {
  const needed = random.pick(['csi.example.com', 'ebs.csi.aws.com']);
  return random.some(['csi.example.com', 'ebs.csi.aws.com'], 0.8).map((name) => {
    const spec: Part = {};
    if (random.chance(0.85)) spec['storageCapacity'] = random.chance(0.9);
    if (name === needed && random.chance(0.5)) spec['preventPodSchedulingIfMissing'] = random.chance(0.8);
    return { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name }, spec };
  });
}

/** The capacities of classes. A node has access to one at most of each class: the scheduler uses any that suffices. */
export function csiStorageCapacities(random: Random): readonly ObjectJson[] {
  return ['late', 'zonal'].flatMap((storageClassName) => {
    const isGlobal = random.chance(0.2);
    return (isGlobal ? ['everywhere'] : random.some(ZONES, 0.8)).map((zone) => {
      const part: Part = { capacity: random.pick(['2Gi', '4Gi', '6Gi', '20Gi', '64Gi']) };
      if (random.chance(0.15)) part['maximumVolumeSize'] = random.pick(['2Gi', '5Gi']);
      // The scheduler crashes on a capacity that has only a maximum size.
      else if (random.chance(0.06)) delete part['capacity'];
      if (random.chance(0.95)) part['nodeTopology'] = isGlobal ? {} : { matchLabels: { [ZONE]: zone } };
      const metadata = { name: `${storageClassName}-${zone}`, namespace: 'kube-system' };
      return { apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity', metadata, storageClassName, ...part };
    });
  });
}

/** Volumes that are attached to nodes, with or without a pod that uses them. */
export function volumeAttachments(random: Random, nodes: readonly string[], volumes: readonly string[]): readonly ObjectJson[] {
  return random.times(random.pick([0, 0, 1, 3]), (position) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name: `attachment-${position}` },
    spec: {
      attacher: random.pick(DRIVERS),
      nodeName: random.pick(nodes),
      source: { persistentVolumeName: random.pick([...volumes, ...volumes, 'gone']) },
    },
    status: { attached: random.chance(0.8) },
  }));
}
