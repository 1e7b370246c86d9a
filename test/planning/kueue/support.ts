// Queues of Kueue, and jobs and pending pods in them.

import type { KubernetesObjectJson } from '../../../src/core/api/kinds.js';
import { type Cluster, createAllocator } from '../../../src/index.js';
import { type EventJson, type Report, simulate } from '../../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const API = 'kueue.x-k8s.io/v1beta2';
const IN_DEFAULT = { namespace: 'default' };
export const GPU = 'example.com/gpu';

export const configuration = (more: object = {}): object => ({
  apiVersion: 'config.kueue.x-k8s.io/v1beta2',
  kind: 'Configuration',
  resources: { deviceClassMappings: [{ name: GPU, deviceClassNames: ['gpu'] }], ...more },
});

export const flavor = (name = 'default-flavor', spec: object = {}): object => ({
  apiVersion: API,
  kind: 'ResourceFlavor',
  metadata: { name },
  spec,
});

/** A queue with quotas by resource, of one flavor or several. */
export function clusterQueue(quotas: Readonly<Record<string, number | string>>, more: object = {}, flavors = ['default-flavor']): object {
  const resources = Object.entries(quotas).map(([name, nominalQuota]) => ({ name, nominalQuota }));
  const resourceGroups = [{ coveredResources: Object.keys(quotas), flavors: flavors.map((name) => ({ name, resources })) }];
  return { apiVersion: API, kind: 'ClusterQueue', metadata: { name: 'gpus' }, spec: { namespaceSelector: {}, resourceGroups, ...more } };
}

export const localQueue = (name = 'team', clusterQueueName = 'gpus'): object => ({
  apiVersion: API,
  kind: 'LocalQueue',
  metadata: { name, ...IN_DEFAULT },
  spec: { clusterQueue: clusterQueueName },
});

/** The usual queue, of devices alone. */
export const queuesOf = (quota: number, more: object = {}): object[] => [
  configuration(),
  flavor(),
  clusterQueue({ [GPU]: quota }, more),
  localQueue(),
];

/** A node with so many devices of class `gpu`, and the templates `one` and `two` of claims. */
export function clusterOf(devices: number, ...more: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  const all = Array.from({ length: devices }, (_, index) => device(`d${index}`));
  cluster.apply([deviceClass('gpu'), node('n'), slice('s', all, { nodeName: 'n' }), template('one', 1), template('two', 2), ...more]);
  return cluster;
}

export const template = (name: string, count: number, more: object = {}): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { name, ...IN_DEFAULT },
  spec: { spec: { devices: { requests: [request('gpu', { deviceClassName: 'gpu', count, ...more })] } } },
});

export const spec = (claims: string | undefined = 'one', more: object = {}): object => ({
  containers: [{ name: 'c' }],
  ...(claims === '' ? {} : { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: claims }] }),
  ...more,
});

const LABELS = { 'kueue.x-k8s.io/queue-name': 'team' };

export const pod = (name: string, claims?: string, more: object = {}): KubernetesObjectJson =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: LABELS, ...IN_DEFAULT }, spec: spec(claims, more) }) as KubernetesObjectJson;

export const job = (name: string, own: object, claims?: string, labels: object = {}): KubernetesObjectJson =>
  ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels: { ...LABELS, ...labels }, ...IN_DEFAULT },
    spec: { ...own, template: { spec: spec(claims, { restartPolicy: 'Never' }) } },
  }) as KubernetesObjectJson;

export const play = (cluster: Cluster, objects: readonly object[], ...events: readonly EventJson[]): Report =>
  simulate(cluster, { objects: objects as readonly KubernetesObjectJson[], trace: events });

/** Returns the numbers of running and pending pods after each time. */
export const counts = ({ samples }: Report): readonly (readonly number[])[] =>
  samples.map(({ at, placed, pending }) => [at, placed, pending]);

/** All that happened to pods, without their creation. */
export const told = ({ log }: Report): readonly string[] =>
  log.filter(({ what }) => what !== 'created').map(({ at, what, pod: name }) => `${at} ${what} ${name.replace('default/', '')}`);
