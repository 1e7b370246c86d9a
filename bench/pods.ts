// A pod on 500 nodes: all filters of the scheduler and the devices of its claims, beside the devices alone. Twenty shapes of pods are known, as a
// service knows those of its workloads; asked before and after one change.
// `npm run bench:pods [-- --write]`

import { type Cluster, createAllocator } from '../src/index.js';
import { type Spread, showSpread, spreadOf } from './measure.js';
import { accelerators, claimFor, nodesWithDevices, testClass } from './objects.js';
import { publish, table } from './page.js';

const NODES = 500;
const SHAPES = 20;
const ROUNDS = 400;
const WARM_UP = 100;

const ROOM = { cpu: '64', memory: '256Gi', pods: '110' };
const META = { namespace: 'ns' };

/** A pod of one of the shapes: each has a request of its own, a toleration and an affinity that most nodes match. */
function podOf(shape: number, name: string): object {
  const requests = { cpu: `${shape + 1}`, memory: `${shape + 1}Gi` };
  const terms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b', 'c'] }] }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...META, name },
    spec: {
      containers: [
        { name: 'c', image: 'registry.example.com/app', resources: { requests }, ports: [{ containerPort: 80, hostPort: 8000 + shape }] },
      ],
      tolerations: [{ key: 'accelerator', operator: 'Exists', effect: 'NoSchedule' }],
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }],
    },
  };
}

/** Nodes of four zones; of three the pods take, and every tenth node is cordoned. */
async function clusterOfNodes(): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  const objects = nodesWithDevices(NODES, () => accelerators(10));
  cluster.apply([...objects, testClass]);
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${index}`, labels: { zone: 'abcd'.charAt(index % 4) } },
    spec: { unschedulable: index % 10 === 9, taints: index % 5 === 0 ? [{ key: 'accelerator', value: 'x', effect: 'NoSchedule' }] : [] },
    status: { allocatable: ROOM },
  }));
  const template = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { ...META, name: 't' },
    spec: { spec: (claimFor({}) as { readonly spec: object }).spec },
  };
  const running = nodes.map(({ metadata: { name } }, index) => ({
    ...podOf(index % SHAPES, `run-${index}`),
    status: { phase: 'Running' },
    nodeName: name,
  }));
  cluster.apply([...nodes, template]);
  cluster.apply(
    running.map(({ nodeName, ...pod }) => ({
      ...pod,
      spec: { ...(pod as unknown as { spec: object }).spec, nodeName, resourceClaims: [] },
    })),
  );
  return cluster;
}

/** Times of an operation, one for each round, after those in which it is compiled. `before` is not timed. */
function times(operation: (round: number) => unknown, before: (round: number) => void = () => {}): Spread {
  const found: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    before(round);
    const begin = performance.now();
    operation(round);
    if (round >= WARM_UP) found.push((performance.now() - begin) * 1e6);
  }
  const { median } = spreadOf(found);
  const sorted = found.sort((a, b) => a - b);
  return { median, min: sorted[Math.floor(sorted.length * 0.1)] ?? 0, max: sorted[Math.floor(sorted.length * 0.9)] ?? 0 };
}

const cluster = await clusterOfNodes();
const claims = cluster.prepare([claimFor({})]);
const pods = Array.from({ length: SHAPES }, (_, shape) => cluster.preparePod(podOf(shape, `p-${shape}`)));
const bestOf = (result: { readonly best?: string | undefined }): string | undefined => result.best;
const found = cluster.filter({ pod: pods[0] as (typeof pods)[0] });
if (found.kind !== 'complete' || found.feasible.length === 0) throw new Error('no node takes the pods');

/** One pod more on a node with a device, and one less the next time. */
const change = (round: number): void => {
  const pod = podOf(round % SHAPES, 'changes');
  if (round % 2 === 1) cluster.unbind(podOf((round - 1) % SHAPES, 'changes'));
  else {
    const { best } = cluster.filter({ pod }) as { readonly best: string };
    cluster.bind(pod, best, cluster.allocate({ pod, node: best }));
  }
};
const rows: (readonly string[])[] = [];
for (const [name, before] of [
  ['nothing changed', () => {}],
  ['after one change', change],
] as const) {
  const alone = times(() => cluster.filter({ claims }).kind, before);
  const withFilters = times((round) => cluster.filter({ pod: pods[round % SHAPES] as (typeof pods)[0] }).kind, before);
  const aloneBest = times(() => bestOf(cluster.filter({ claims }) as never), before);
  const best = times((round) => bestOf(cluster.filter({ pod: pods[round % SHAPES] as (typeof pods)[0] }) as never), before);
  rows.push([`${name}: the pass`, showSpread(alone), showSpread(withFilters), (withFilters.median / alone.median).toFixed(2)]);
  rows.push([`${name}: with the best node`, showSpread(aloneBest), showSpread(best), (best.median / aloneBest.median).toFixed(2)]);
}
publish(
  'pods',
  `${table([`${NODES} nodes x 10 devices, ${SHAPES} shapes of pods`, 'devices alone', 'all filters, then devices', 'ratio'], rows)}

Medians of ${ROUNDS} passes, and the tenth and the ninetieth percentile.`,
);
