// A pod on 500 nodes: all filters of the scheduler and the devices of its claims, beside the devices alone. Twenty shapes of pods with claims of their own are
// prepared, as a service has those of its workloads; all are asked before and after one change.
// `npm run bench:pods [-- --write]`

import { type Cluster, createAllocator } from '../src/index.js';
import { type Spread, showSpread } from './measure.js';
import { accelerators, claimFor, nodesWithDevices, testClass } from './objects.js';

const NODES = 500;
const SHAPES = 20;
const ROUNDS = 15000;
const WARM_UP = 60;

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
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: `t${shape}` }],
    },
  };
}

/** The claim of the pods of a shape: each has a selector of its own. */
function claimOf(shape: number): object {
  const expression = `device.attributes["test-driver.cdi.k8s.io"].numa >= ${-shape}`;
  return claimFor({ selectors: [{ cel: { expression } }] });
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
  const templates = Array.from({ length: SHAPES }, (_, shape) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { ...META, name: `t${shape}` },
    spec: { spec: (claimOf(shape) as { readonly spec: object }).spec },
  }));
  const running = nodes.map(({ metadata: { name } }, index) => ({
    ...podOf(index % SHAPES, `run-${index}`),
    status: { phase: 'Running' },
    nodeName: name,
  }));
  cluster.apply([...nodes, ...templates]);
  cluster.apply(
    running.map(({ nodeName, ...pod }) => ({
      ...pod,
      spec: { ...(pod as unknown as { spec: object }).spec, nodeName, resourceClaims: [] },
    })),
  );
  return cluster;
}

/** Times of a pass, for rounds in which every shape is asked once, after those in which it is compiled. `before` is not timed. */
function times(pass: (shape: number) => unknown, before: (round: number) => void): Spread {
  const found: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    before(round);
    const begin = performance.now();
    for (let shape = 0; shape < SHAPES; shape++) pass(shape);
    if (round >= WARM_UP) found.push(((performance.now() - begin) * 1e6) / SHAPES);
  }
  const sorted = found.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { median: at(0.5), min: at(0.1), max: at(0.9) };
}

const cluster = await clusterOfNodes();
const shapes = Array.from({ length: SHAPES }, (_, shape) => ({
  claims: cluster.prepare([claimOf(shape)]),
  pod: cluster.preparePod(podOf(shape, `p-${shape}`)),
}));
const first = shapes[0] as (typeof shapes)[0];
const found = cluster.filter({ pod: first.pod });
if (found.kind !== 'complete' || found.feasible.length === 0) throw new Error('no node takes the pods');

/** A pod more on a node, with a device; one less the next time. */
const changing = podOf(0, 'changes');
const change = (round: number): void => {
  if (round % 2 === 1) {
    cluster.unbind(changing);
    return;
  }
  const name = `node-${((round / 2) * 20 + 1) % NODES}`;
  const outcome = cluster.allocate({ pod: changing, node: name });
  if (outcome.kind === 'allocated') cluster.bind(changing, name, outcome);
};

type Ask = (shape: number) => unknown;
const claimsOf = (shape: number) => cluster.filter({ claims: (shapes[shape] ?? first).claims });
const podsOf = (shape: number) => cluster.filter({ pod: (shapes[shape] ?? first).pod });
const bestOf = (result: object): unknown => (result as { readonly best?: string }).best;
const ways: readonly (readonly [string, Ask, Ask])[] = [
  ['the pass', (shape) => claimsOf(shape).kind, (shape) => podsOf(shape).kind],
  ['with the best node', (shape) => bestOf(claimsOf(shape)), (shape) => bestOf(podsOf(shape))],
];

const which = process.argv[2] ?? 'pass';
const [, alone, pods] = ways[which === 'best' ? 1 : 0] as (typeof ways)[0];
const all = process.argv[3] === 'alone' ? alone : pods;
console.log(showSpread(times(all, change)));
