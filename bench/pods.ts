// A pod on 500 nodes: all filters of the scheduler and the devices of its claims, compared with the devices alone. Twenty shapes of pods
// with different claims are prepared, as a service prepares its workloads. All of them are filtered before and after one change.
// `npm run bench:pods [-- --write]`

import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { type Cluster, createAllocator } from '../src/index.js';
import { type Spread, showRatio, showSpread } from './measure.js';
import { publish, table } from './page.js';

const NODES = 500;
const SHAPES = 20;
const ROUNDS = 1000;
const WARM_UP = 1000;

const ROOM = { cpu: '64', memory: '256Gi', pods: '110' };
const META = { namespace: 'ns' };

/** A pod of one of the shapes: each has a unique request, a toleration, and an affinity that most nodes match. */
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

/** The claim of the pods of a shape, with a unique selector. */
function claimOf(shape: number): object {
  const expression = `device.attributes["test-driver.cdi.k8s.io"].numa >= ${-shape}`;
  return claimFor({ selectors: [{ cel: { expression } }] });
}

/** A node of one of four zones. */
function nodeOf(index: number): { readonly metadata: { readonly name: string }; readonly spec: object } {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${index}`, labels: { zone: 'abcd'.charAt(index % 4) } },
    spec: { unschedulable: index % 10 === 9, taints: index % 5 === 0 ? [{ key: 'accelerator', value: 'x', effect: 'NoSchedule' }] : [] },
    status: { allocatable: ROOM },
  } as { readonly metadata: { readonly name: string }; readonly spec: object };
}

/** Nodes of four zones. The pods tolerate three of them, and every tenth node is cordoned. */
async function clusterOfNodes(): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  const objects = nodesWithDevices(NODES, () => accelerators(10));
  cluster.apply([...objects, testClass]);
  const nodes = Array.from({ length: NODES }, (_, index) => nodeOf(index));
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

/** A cluster with its calls. Both sides have a separate cluster, since results that one side cached would save work of the other. */
class Side {
  readonly cluster: Cluster;
  readonly #ask: (shape: number) => unknown;
  readonly #times: number[] = [];

  constructor(cluster: Cluster, ask: (shape: number) => unknown) {
    this.cluster = cluster;
    this.#ask = ask;
  }

  /** Asks for every shape once, and records the time of the pass. */
  pass(isNoted: boolean): void {
    const begin = performance.now();
    for (let shape = 0; shape < SHAPES; shape++) this.#ask(shape);
    if (isNoted) this.#times.push(((performance.now() - begin) * 1e6) / SHAPES);
  }

  /** The median of the recorded times, with the tenth and the ninetieth percentile. */
  spread(): Spread {
    const sorted = this.#times.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { median: at(0.5), min: at(0.1), max: at(0.9) };
  }
}

type Reading = (result: object) => unknown;
const kind: Reading = (result) => (result as { readonly kind: string }).kind;
const best: Reading = (result) => (result as { readonly best?: string }).best;

async function devicesAlone(read: Reading): Promise<Side> {
  const cluster = await clusterOfNodes();
  const claims = Array.from({ length: SHAPES }, (_, shape) => cluster.prepare([claimOf(shape)]));
  return new Side(cluster, (shape) => read(cluster.filter({ claims: claims[shape] as (typeof claims)[0] })));
}

async function allFilters(read: Reading): Promise<Side> {
  const cluster = await clusterOfNodes();
  const pods = Array.from({ length: SHAPES }, (_, shape) => cluster.preparePod(podOf(shape, `p-${shape}`)));
  const found = cluster.filter({ pod: pods[0] as (typeof pods)[0] });
  if (found.kind !== 'complete' || found.feasible.length === 0) throw new Error('no node takes the pods');
  return new Side(cluster, (shape) => read(cluster.filter({ pod: pods[shape] as (typeof pods)[0] })));
}

type Change = (cluster: Cluster, round: number) => void;

/** Binds one more pod with a device to a node, and unbinds it the next time. */
const podComesOrGoes: Change = (cluster, round) => {
  const changing = podOf(0, 'changes');
  if (round % 2 === 1) {
    cluster.unbind(changing);
    return;
  }
  const name = `node-${((round / 2) * 20 + 1) % NODES}`;
  const outcome = cluster.allocate({ pod: changing, node: name });
  if (outcome.kind === 'allocated') cluster.bind(changing, name, outcome);
};

/** Cordons a node, so that no shape fits it, and uncordons it the next time. */
const nodeChanges: Change = (cluster, round) => {
  const index = (Math.floor(round / 2) * 20 + 1) % NODES;
  cluster.apply([{ ...nodeOf(index), spec: { unschedulable: round % 2 === 0 } }]);
};

const CHANGES: readonly (readonly [string, Change])[] = [
  ['nothing changed', () => {}],
  ['a pod came or went', podComesOrGoes],
  ['a node changed', nodeChanges],
];
const READINGS: readonly (readonly [string, Reading])[] = [
  ['', kind],
  [', with the best node', best],
];

const rows: string[][] = [];
for (const [what, read] of READINGS) {
  for (const [when, change] of CHANGES) {
    const sides = [await devicesAlone(read), await allFilters(read)] as const;
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const side of sides) {
        change(side.cluster, round);
        side.pass(round >= WARM_UP);
      }
    }
    const [alone, all] = sides.map((side) => side.spread()) as [Spread, Spread];
    rows.push([`${when}${what}`, showSpread(alone), showSpread(all), showRatio(all.median / alone.median)]);
  }
}
publish(
  'pods',
  `${table([`${NODES} nodes x 10 devices, ${SHAPES} shapes`, 'devices alone', 'all filters, then devices', 'ratio'], rows)}

Medians of ${ROUNDS} rounds with one query per shape on both sides, for one pass; with the tenth and the ninetieth percentile.`,
);
