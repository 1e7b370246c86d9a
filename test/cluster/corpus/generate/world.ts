// The first objects of a random cluster: nodes with labels and taints, namespaces, devices, storage and Services.

import type { Random } from '../../../differential/generate/random.js';
import type { KubeObject } from '../../real/api.mjs';
import { deviceClasses, slicesOf } from './devices.js';
import { csiNode, firstVolumes, storageCapacities, storageClasses, ZONE } from './storage.js';

export const ZONES = ['a', 'b', 'c'];
export const NAMESPACES = ['default', 'default', 'default', 'web', 'ops'];
const REGIONS: Readonly<Record<string, string>> = { a: 'r1', b: 'r1', c: 'r2' };
const IMAGES = ['example.com/app:1', 'example.com/large:2'];

/** The objects that exist before the first pod. Every kind that the scheduler reads has at least one object. */
export function firstObjects(random: Random): readonly KubeObject[] {
  const nodes = random.times(random.integer(3, 8), (index) => `n${index}`);
  return [
    ...['default', 'web', 'ops'].map((name) => namespace(random, name)),
    ...nodes.flatMap((name) => nodeWithParts(random, name)),
    ...deviceClasses(random),
    ...storageClasses(random),
    ...storageCapacities(random),
    ...firstVolumes(random, nodes),
    ...['app', 'tier'].map((key) => service(random, key)),
  ];
}

/** A node with its devices and the drivers of its kubelet. */
export function nodeWithParts(random: Random, name: string): readonly KubeObject[] {
  return [node(random, name), ...slicesOf(random, name, 1), ...csiNode(random, name)];
}

function node(random: Random, name: string): KubeObject {
  const amounts = {
    cpu: random.pick(['2', '4', '8', '16']),
    memory: random.pick(['4Gi', '8Gi', '32Gi']),
    pods: random.pick(['110', '110', '110', '5', '2']),
    'ephemeral-storage': '100Gi',
  };
  const images = random.some(IMAGES, 0.3).map((image) => ({ names: [image], sizeBytes: random.pick([30_000_000, 900_000_000]) }));
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: nodeLabels(random, name) },
    spec: { ...(random.chance(0.15) ? { taints: [taint(random)] } : {}), ...(random.chance(0.04) ? { unschedulable: true } : {}) },
    status: { allocatable: amounts, capacity: amounts, images },
  };
}

/** The labels of a node. A few nodes lack a topology. */
export function nodeLabels(random: Random, name: string): Record<string, string> {
  const labels: Record<string, string> = {};
  if (random.chance(0.97)) labels['kubernetes.io/hostname'] = name;
  if (random.chance(0.92)) {
    const zone = random.pick(ZONES);
    labels[ZONE] = zone;
    labels['topology.kubernetes.io/region'] = REGIONS[zone] as string;
  }
  if (random.chance(0.5)) labels['rack'] = random.pick(['1', '2']);
  if (random.chance(0.7)) labels['disk'] = random.pick(['ssd', 'hdd']);
  return labels;
}

export function taint(random: Random): object {
  return { key: 'dedicated', value: random.pick(['a', 'b']), effect: random.pick(['NoSchedule', 'NoExecute', 'PreferNoSchedule']) };
}

/** A namespace with labels that terms of affinity select. */
export function namespace(random: Random, name: string): KubeObject {
  const labels = { 'kubernetes.io/metadata.name': name, team: random.pick(['x', 'y']), env: random.pick(['prod', 'test']) };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

function service(random: Random, key: string): KubeObject {
  const metadata = { name: `service-${key}`, namespace: random.pick(NAMESPACES) };
  const selector = { [key]: random.pick(key === 'app' ? ['web', 'db'] : ['1', '2']) };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec: { clusterIP: 'None', selector } };
}
