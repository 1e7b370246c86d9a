// Holds a valid object of each kind and builds the variants that rules use as examples.

import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import type { Assignments } from './rule.js';

const RESOURCE = 'resource.k8s.io/v1';
const STORAGE = 'storage.k8s.io/v1';
const SCHEDULING = 'scheduling.k8s.io/v1beta1';

const CLAIM_SPEC = { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] } };

const POD_TEMPLATE = {
  metadata: { labels: { app: 'train' } },
  spec: {
    containers: [{ name: 'main', image: 'registry.example.com/train:1', resources: { claims: [{ name: 'gpu' }] } }],
    resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }],
  },
};

const VALID: Readonly<Record<string, object>> = {
  ResourceClaim: { apiVersion: RESOURCE, kind: 'ResourceClaim', metadata: { name: 'gpu', namespace: 'default' }, spec: CLAIM_SPEC },
  ResourceClaimTemplate: {
    apiVersion: RESOURCE,
    kind: 'ResourceClaimTemplate',
    metadata: { name: 'gpu', namespace: 'default' },
    spec: { spec: CLAIM_SPEC },
  },
  DeviceClass: {
    apiVersion: RESOURCE,
    kind: 'DeviceClass',
    metadata: { name: 'gpu.example.com' },
    spec: { selectors: [{ cel: { expression: "device.driver == 'gpu.example.com'" } }] },
  },
  ResourceSlice: {
    apiVersion: RESOURCE,
    kind: 'ResourceSlice',
    metadata: { name: 'worker-gpu' },
    spec: {
      driver: 'gpu.example.com',
      nodeName: 'worker',
      pool: { name: 'worker', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu-0', attributes: { model: { string: 'A100' } }, capacity: { memory: { value: '40Gi' } } }],
    },
  },
  DeviceTaintRule: {
    apiVersion: RESOURCE,
    kind: 'DeviceTaintRule',
    metadata: { name: 'broken' },
    spec: { deviceSelector: { driver: 'gpu.example.com' }, taint: { key: 'example.com/broken', effect: 'NoSchedule' } },
  },
  Node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker' }, status: { allocatable: { cpu: '8' } } },
  Namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
  Pod: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'train', namespace: 'default' },
    spec: {
      containers: [{ name: 'main', image: 'registry.example.com/train:1', resources: { claims: [{ name: 'gpu' }] } }],
      resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
    },
  },
  Deployment: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'train', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'train' } },
      template: POD_TEMPLATE,
    },
  },
  ReplicationController: {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name: 'train', namespace: 'default' },
    spec: { template: POD_TEMPLATE },
  },
  Job: {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'train', namespace: 'default' },
    spec: { template: { ...POD_TEMPLATE, spec: { ...POD_TEMPLATE.spec, restartPolicy: 'Never' } } },
  },
  PodGroup: {
    apiVersion: SCHEDULING,
    kind: 'PodGroup',
    metadata: { name: 'workers', namespace: 'default' },
    spec: { schedulingPolicy: { gang: { minCount: 4 } }, resourceClaims: [{ name: 'fabric', resourceClaimName: 'fabric' }] },
  },
  Workload: {
    apiVersion: SCHEDULING,
    kind: 'Workload',
    metadata: { name: 'training', namespace: 'default' },
    spec: { podGroupTemplates: [{ name: 'workers', schedulingPolicy: { gang: { minCount: 4 } } }] },
  },
  PersistentVolumeClaim: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'default' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  PersistentVolume: {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '10Gi' },
      csi: { driver: 'csi.example.com', volumeHandle: 'data' },
    },
  },
  StorageClass: { apiVersion: STORAGE, kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'csi.example.com' },
  CSINode: {
    apiVersion: STORAGE,
    kind: 'CSINode',
    metadata: { name: 'worker' },
    spec: { drivers: [{ name: 'csi.example.com', nodeID: 'worker' }] },
  },
  CSIDriver: { apiVersion: STORAGE, kind: 'CSIDriver', metadata: { name: 'csi.example.com' }, spec: { attachRequired: true } },
  CSIStorageCapacity: {
    apiVersion: STORAGE,
    kind: 'CSIStorageCapacity',
    metadata: { name: 'fast', namespace: 'default' },
    storageClassName: 'fast',
  },
  VolumeAttachment: {
    apiVersion: STORAGE,
    kind: 'VolumeAttachment',
    metadata: { name: 'data-on-worker' },
    spec: { attacher: 'csi.example.com', nodeName: 'worker', source: { persistentVolumeName: 'data' } },
  },
  PodDisruptionBudget: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'train', namespace: 'default' },
    spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'train' } } },
  },
  ResourceQuota: {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'devices', namespace: 'default' },
    spec: { hard: { pods: 10 } },
  },
};

/** Returns the valid object of a kind with some fields changed. Paths have the form of findings: `[i]` for items, `[key]` for map keys. */
export function variantOf(kind: string, changes: Assignments, apiVersion?: string): Json {
  const valid = VALID[kind];
  if (valid === undefined) throw new AllocationError('internal', `kind ${kind} has no valid example`);
  const object = structuredClone(valid) as Record<string, Json>;
  if (apiVersion !== undefined) object['apiVersion'] = apiVersion;
  for (const [path, value] of Object.entries(changes)) assign(object, stepsOf(path), value as Json | undefined);
  return object;
}

function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[]+)/g)].map(([, key, name]) => {
    if (key !== undefined && /^[0-9]+$/.test(key)) return Number(key);
    return key ?? name ?? '';
  });
}

/** Sets the value at a path and creates missing lists and objects on the way. */
function assign(object: object, steps: readonly (string | number)[], value: Json | undefined): void {
  let target = object as Record<string | number, Json>;
  for (const [position, step] of steps.entries()) {
    if (position === steps.length - 1) {
      if (value === undefined) delete target[step];
      else target[step] = structuredClone(value);
      return;
    }
    target[step] ??= (typeof steps[position + 1] === 'number' ? [] : {}) as Json;
    target = target[step] as unknown as Record<string | number, Json>;
  }
}
