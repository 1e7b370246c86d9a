// Small simulations.

import type { SimulateInput } from '../../src/planning/index.js';
import { CLUSTER, nodeOf, type PodCase, podOf, sliceOf, WITH_CLAIM } from './pods.js';
import { RELATED_PODS } from './related-pods.js';

/** A cluster, and the events of its simulation. */
export interface SimulationCase {
  readonly cluster: readonly object[];
  readonly input: SimulateInput;
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

export const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', namespace: 'ns' },
  spec: { replicas: 4, selector: { matchLabels: { app: 'd' } }, template: { metadata: { labels: { app: 'd' } }, spec: podSpec() } },
};
const JOB = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'j', namespace: 'ns' },
  spec: { completions: 3, parallelism: 2, template: { spec: { ...podSpec(), restartPolicy: 'Never' } } },
};

function podSpec(): object {
  return { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }], ...WITH_CLAIM };
}

const TAINTED = { ...nodeOf('n2'), spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } };

const KUEUE = 'kueue.x-k8s.io/v1beta2';
const DEVICES = 'example.com/any';
/** A Kueue queue with a quota of one device, and pending jobs. */
const QUEUE = [
  {
    apiVersion: 'config.kueue.x-k8s.io/v1beta2',
    kind: 'Configuration',
    resources: { deviceClassMappings: [{ name: DEVICES, deviceClassNames: ['any'] }] },
  },
  { apiVersion: KUEUE, kind: 'ResourceFlavor', metadata: { name: 'f' } },
  {
    apiVersion: KUEUE,
    kind: 'ClusterQueue',
    metadata: { name: 'q' },
    spec: {
      namespaceSelector: {},
      resourceGroups: [
        {
          coveredResources: [DEVICES, 'cpu'],
          flavors: [
            {
              name: 'f',
              resources: [
                { name: DEVICES, nominalQuota: 1 },
                { name: 'cpu', nominalQuota: 2 },
              ],
            },
          ],
        },
      ],
    },
  },
  { apiVersion: KUEUE, kind: 'LocalQueue', metadata: { name: 'team', namespace: 'ns' }, spec: { clusterQueue: 'q' } },
  ...many(3, (index) => ({
    ...JOB,
    metadata: { name: `j${index}`, namespace: 'ns', labels: { 'kueue.x-k8s.io/queue-name': 'team' } },
    spec: { ...JOB.spec, suspend: true, completions: 1, parallelism: 1 },
  })),
];

const RELATED = RELATED_PODS['a pod with affinity, spread and volumes'] as PodCase;
const RELATED_SPEC = (RELATED.pod as { readonly spec: object }).spec;
/** A Deployment whose pods depend on other pods and on volumes, and a Job whose pods are on a named node. */
const OWNERS = [
  { ...DEPLOYMENT, spec: { ...DEPLOYMENT.spec, template: { metadata: { labels: { app: 'd' } }, spec: RELATED_SPEC } } },
  { ...JOB, spec: { ...JOB.spec, template: { spec: { ...podSpec(), restartPolicy: 'Never', nodeName: 'n2' } } } },
];

/** Simulations by name. */
export const SIMULATIONS: Readonly<Record<string, SimulationCase>> = {
  'pods that come and go': {
    cluster: CLUSTER,
    input: { trace: many(4, (index) => ({ at: index * 10, apply: podOf(`p${index}`, podSpec()), lifetime: '25s' })) as never },
  },
  'owners and a tainted node': {
    cluster: CLUSTER,
    input: {
      objects: [DEPLOYMENT, JOB] as never,
      trace: [
        { at: 5, apply: TAINTED },
        { at: 9, apply: sliceOf('n0', 3) },
      ] as never,
      until: '30s',
    },
  },
  'a load with room': {
    cluster: CLUSTER,
    input: {
      load: { count: 4, arrivals: { every: '30s' }, lifetime: '40s', templates: [{ object: podOf('l', podSpec()) }] } as never,
      room: { pod: podOf('room', podSpec()) as never },
    },
  },
  'owners with affinity, spread and volumes': { cluster: RELATED.objects, input: { objects: OWNERS as never, until: '30s' } },
  'jobs in a queue': { cluster: CLUSTER, input: { objects: QUEUE as never, until: '60s' } },
};
