// Clusters and events that are meant to make simulations run long.

/** A cluster, and the events of a simulation. */
export interface SimulationCall {
  /** The objects of the cluster. */
  readonly cluster: readonly object[];
  /** The objects of the simulation. */
  readonly objects?: readonly object[];
  readonly trace?: readonly object[];
  readonly load?: object;
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const GROUP = 'resource.k8s.io/v1';

export const nodeOf = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/hostname': name } },
  status: { allocatable: { cpu: '64', memory: '256Gi', pods: '110' } },
});
const sliceOf = (nodeName: string, devices = 8): object => ({
  apiVersion: GROUP,
  kind: 'ResourceSlice',
  metadata: { name: nodeName },
  spec: {
    driver: 'd.example.com',
    nodeName,
    pool: { name: nodeName, generation: 1, resourceSliceCount: 1 },
    devices: range(devices, (index) => ({ name: `d${index}` })),
  },
});
const CLAIMS = [
  { apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} },
  {
    apiVersion: GROUP,
    kind: 'ResourceClaimTemplate',
    metadata: { name: 't', namespace: 'ns' },
    spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'any' } }] } } },
  },
];
const POD_SPEC = {
  containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' }, claims: [{ name: 'r' }] } }],
  resourceClaims: [{ name: 'r', resourceClaimTemplateName: 't' }],
};
export const podOf = (name: string, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'ns' },
  spec: { ...POD_SPEC, ...rest },
});
const deployment = (replicas: number): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', namespace: 'ns' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' } }, spec: POD_SPEC },
  },
});
export const clusterOf = (nodes: number): object[] => [
  ...range(nodes, (index) => nodeOf(`n${index}`)),
  ...range(nodes, (index) => sliceOf(`n${index}`)),
  ...CLAIMS,
];
const job = (completions: number): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'j', namespace: 'ns' },
  spec: { completions, parallelism: completions, template: { spec: { ...POD_SPEC, restartPolicy: 'Never' } } },
});

const KUEUE = 'kueue.x-k8s.io/v1beta2';
const localQueue = (name: string): object => ({
  apiVersion: KUEUE,
  kind: 'LocalQueue',
  metadata: { name, namespace: 'ns' },
  spec: { clusterQueue: 'q' },
});
/** A queue with a quota of devices for each of some flavors. */
const queueOf = (flavors: number): object[] => [
  {
    apiVersion: 'config.kueue.x-k8s.io/v1beta2',
    kind: 'Configuration',
    resources: { deviceClassMappings: [{ name: 'example.com/any', deviceClassNames: ['any'] }] },
  },
  ...range(flavors, (index) => ({ apiVersion: KUEUE, kind: 'ResourceFlavor', metadata: { name: `f${index}` } })),
  {
    apiVersion: KUEUE,
    kind: 'ClusterQueue',
    metadata: { name: 'q' },
    spec: {
      namespaceSelector: {},
      resourceGroups: [
        {
          coveredResources: ['example.com/any', 'cpu'],
          flavors: range(flavors, (index) => ({
            name: `f${index}`,
            resources: [
              { name: 'example.com/any', nominalQuota: 1 },
              { name: 'cpu', nominalQuota: 1 },
            ],
          })),
        },
      ],
    },
  },
  localQueue('team'),
];
const queued = (index: number): object => {
  const { spec, ...rest } = job(1) as { readonly spec: object };
  return {
    ...rest,
    metadata: { name: `j${index}`, namespace: 'ns', labels: { 'kueue.x-k8s.io/queue-name': 'team' } },
    spec: { ...spec, suspend: true },
  };
};

/** Simulations by name. */
export const SIMULATION_INPUTS: Readonly<Record<string, () => SimulationCall>> = {
  'a Deployment of 199,999 replicas': () => ({ cluster: clusterOf(2), objects: [deployment(199_999)] }),
  'a Job of 199,999 completions': () => ({ cluster: clusterOf(2), objects: [job(199_999)] }),
  '20,000 pods': () => ({ cluster: clusterOf(100), objects: range(20_000, (index) => podOf(`p${index}`)) }),
  '20,000 pods on 10,000 nodes': () => ({ cluster: clusterOf(10_000), objects: range(20_000, (index) => podOf(`p${index}`)) }),
  '100,000 pods on their nodes': () => ({
    cluster: [...clusterOf(1000), ...range(100_000, (index) => podOf(`p${index}`, { nodeName: `n${index % 1000}` }))],
    objects: [podOf('one')],
  }),
  '10,000 Deployments': () => ({
    cluster: clusterOf(10),
    objects: range(10_000, (index) => ({ ...deployment(1), metadata: { name: `d${index}`, namespace: 'ns' } })),
  }),
  'a DaemonSet on 20,000 nodes': () => ({
    cluster: range(20_000, (index) => nodeOf(`n${index}`)),
    objects: [
      {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata: { name: 'ds', namespace: 'ns' },
        spec: {
          selector: { matchLabels: { app: 'ds' } },
          template: { metadata: { labels: { app: 'ds' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      },
    ],
  }),
  '150,000 events': () => ({
    cluster: clusterOf(2),
    trace: range(150_000, (index) => ({ at: index, [index % 2 === 0 ? 'cordon' : 'uncordon']: 'n0' })),
  }),
  'an event that applies 150,000 pods': () => ({
    cluster: clusterOf(2),
    trace: [{ at: 0, apply: range(150_000, (index) => podOf(`p${index}`)) }],
  }),
  'an event that clones 20,000 nodes': () => ({
    cluster: [...clusterOf(2), podOf('p')],
    trace: [{ at: 0, clone: { node: 'n0', count: 20_000 } }],
  }),
  'a load of 100,000 pods': () => ({
    cluster: clusterOf(10),
    load: { count: 100_000, arrivals: { every: '1s' }, lifetime: '1m', templates: [{ object: podOf('p') }] },
  }),
  'a text of 4 MB in 100 pods': () => ({
    cluster: clusterOf(10),
    objects: range(100, (index) => podOf(`p${index}`, { schedulerName: 'x'.repeat(40_000) + index })),
  }),
  '10,000 Jobs in a queue of Kueue': () => ({
    cluster: clusterOf(10),
    objects: [...queueOf(1), ...range(10_000, queued)],
  }),
  'a queue of Kueue with 64 flavors and 1,000 Jobs': () => ({
    cluster: clusterOf(10),
    objects: [...queueOf(64), ...range(1000, queued)],
  }),
  '10,000 queues of Kueue': () => ({
    cluster: clusterOf(10),
    objects: [...queueOf(1), ...range(10_000, (index) => localQueue(`q${index}`)), queued(0)],
  }),
};
