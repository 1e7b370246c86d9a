// Pods in small clusters, of every kind that has separate code.

import { deviceClass, devices, node, request, slice } from '../support/objects.js';

/** A pod, and the objects of its cluster. */
export interface PodCase {
  readonly pod: object;
  readonly objects: readonly object[];
  readonly gates?: Readonly<Record<string, boolean>>;
}

const ROOM = { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } };
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

export const nodeOf = (name: string, labels: Readonly<Record<string, string>> = {}): object =>
  node(name, { 'kubernetes.io/hostname': name, zone: name < 'n2' ? 'z1' : 'z2', ...labels }, ROOM);
export const sliceOf = (name: string, count = 2): object => slice(`s-${name}`, devices(count), { nodeName: name, pool: { name } });

export const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'ns', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};

export function podOf(name: string, spec: object = {}, more: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name, labels: { app: 'a' }, ...more },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  };
}

export const WITH_CLAIM = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] };
export const CLUSTER: readonly object[] = [
  deviceClass('any'),
  deviceClass('ext', undefined, { extendedResourceName: 'example.com/gpu' }),
  ...many(3, (index) => nodeOf(`n${index}`)),
  ...many(3, (index) => sliceOf(`n${index}`, index)),
  TEMPLATE,
  podOf('running', { nodeName: 'n1', containers: [{ name: 'c', ports: [{ hostPort: 80 }], resources: { requests: { cpu: '3' } } }] }),
];

const inContainer = (rest: object): object => ({ containers: [{ name: 'c', image: 'i', ...rest }] });
const QUOTA = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { namespace: 'ns', name: 'q' },
  spec: { hard: { 'any.deviceclass.resource.k8s.io/devices': '0' } },
  status: { hard: { 'any.deviceclass.resource.k8s.io/devices': '0' }, used: {} },
};
const SPREAD = {
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'a' } } },
  ],
};
const AFFINITY = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', labelSelector: { matchLabels: { app: 'a' } } }],
    },
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 3, preference: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['z2'] }] } },
      ],
    },
  },
};

/** Pods by name. */
export const PODS: Readonly<Record<string, PodCase>> = {
  'a pod without claims': { pod: podOf('p', inContainer({ resources: { requests: { cpu: '2' } } })), objects: CLUSTER },
  'a pod with a claim': { pod: podOf('p', WITH_CLAIM), objects: CLUSTER },
  'a pod with too many claims': {
    pod: podOf('p', { resourceClaims: many(3, (index) => ({ name: `g${index}`, resourceClaimTemplateName: 't' })) }),
    objects: CLUSTER,
  },
  'a pod with an extended resource': {
    pod: podOf('p', inContainer({ resources: { requests: { 'example.com/gpu': '2' }, limits: { 'example.com/gpu': '2' } } })),
    objects: CLUSTER,
    gates: { DRAExtendedResource: true },
  },
  'a pod with affinities': { pod: podOf('p', { ...WITH_CLAIM, ...AFFINITY }), objects: CLUSTER },
  'a pod that is spread': { pod: podOf('p', { ...WITH_CLAIM, ...SPREAD }), objects: CLUSTER },
  'a pod that no node takes': {
    pod: podOf('p', {
      ...WITH_CLAIM,
      nodeSelector: { zone: 'z3' },
      tolerations: [{ operator: 'Exists' }],
      ...inContainer({ ports: [{ hostPort: 80 }] }),
    }),
    objects: CLUSTER,
  },
  'a pod over its quota': { pod: podOf('p', WITH_CLAIM), objects: [...CLUSTER, QUOTA] },
  'a pod without its template': {
    pod: podOf('p', { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gone' }] }),
    objects: CLUSTER,
  },
};
