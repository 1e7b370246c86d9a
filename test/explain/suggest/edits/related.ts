// Pods with affinity to other pods, topology spread and volumes, and the suggestions for them.

import { expect } from 'vitest';
import { type Allocator, createAllocator } from '../../../../src/index.js';
import { explainPod, type PodProblem, wrongForPod } from '../../../support/pod-suggestions.js';

type Fields = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

export const ZONE = 'topology.kubernetes.io/zone';
export const HOST = 'kubernetes.io/hostname';

let allocator: Allocator | undefined;

/** Returns the texts of the suggestions for a pod. With each of them applied, the pod fits a node. */
export async function texts(pod: object, ...objects: readonly object[]): Promise<readonly string[]> {
  allocator ??= await createAllocator();
  const problem: PodProblem = { pod, objects };
  const { suggestions } = explainPod(allocator, problem);
  expect(wrongForPod(allocator, problem, suggestions)).toEqual([]);
  return suggestions.map(({ text }) => text);
}

export function node(name: string, labels: Labels = {}, spec: Fields = {}): Fields {
  const metadata = { name, labels: { [HOST]: name, ...labels } };
  return { apiVersion: 'v1', kind: 'Node', metadata, spec, status: { allocatable: { cpu: '8', memory: '8Gi', pods: '20' } } };
}

export function pod(spec: Fields = {}, labels: Labels = { app: 'web' }, name = 'p'): Fields {
  const containers = [{ name: 'c', image: 'i' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'ns', labels }, spec: { containers, ...spec } };
}

/** A pod on a node. */
export function running(name: string, nodeName: string, labels: Labels, spec: Fields = {}, namespace = 'ns'): Fields {
  const made = pod({ nodeName, ...spec }, labels, name);
  return { ...made, metadata: { name, namespace, uid: `uid-${name}`, labels }, status: { phase: 'Running' } };
}

/** A required term of affinity or anti-affinity. */
export function required(kind: 'podAffinity' | 'podAntiAffinity', labelSelector: Fields, topologyKey = ZONE, more: Fields = {}): Fields {
  const terms = [{ labelSelector, topologyKey, ...more }];
  return { affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } } };
}

export function spread(more: Fields = {}): Fields {
  const constraint = { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'web' } } };
  return { topologySpreadConstraints: [{ ...constraint, ...more }] };
}

/** Mounts a claim after a volume that any node supports. */
export function mounting(claimName: string): Fields {
  return {
    volumes: [
      { name: 'tmp', emptyDir: {} },
      { name: 'data', persistentVolumeClaim: { claimName } },
    ],
  };
}

export function storageClass(name: string, more: Fields = {}, annotations: Labels = {}): Fields {
  const mode = { provisioner: 'csi.example.com', volumeBindingMode: 'WaitForFirstConsumer' };
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name, annotations }, ...mode, ...more };
}

const BOUND = { 'pv.kubernetes.io/bind-completed': 'yes' };

/** A stored claim; bound if it has a volume. */
export function volumeClaim(name: string, spec: Fields, phase = 'Pending', annotations: Labels = {}): Fields {
  const marks = { ...annotations, ...(spec['volumeName'] === undefined ? {} : BOUND) };
  const resources = { requests: { storage: '100Gi' } };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'ns', uid: `uid-${name}`, annotations: marks },
    spec: { accessModes: ['ReadWriteOnce'], resources, ...spec },
    status: { phase },
  };
}

/** A volume in a zone. */
export function volume(name: string, zone: string, spec: Fields, phase = 'Available'): Fields {
  const matchExpressions = [{ key: ZONE, operator: 'In', values: [zone] }];
  const nodeAffinity = { required: { nodeSelectorTerms: [{ matchExpressions }] } };
  const csi = { driver: 'csi.example.com', volumeHandle: name };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, uid: `uid-${name}` },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '100Gi' }, storageClassName: 'fast', csi, nodeAffinity, ...spec },
    status: { phase },
  };
}

export function reference(name: string): Fields {
  return { claimRef: { kind: 'PersistentVolumeClaim', namespace: 'ns', name, uid: `uid-${name}` } };
}
