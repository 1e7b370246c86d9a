// Memory and time of a large cluster: 50,000 nodes with 8 devices each, 8 attributes a device. It must stay below 1 GB in total.
//
//   npm run bench:memory [-- --write] [-- --nodes N]

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { getHeapSnapshot } from 'node:v8';
import { platform } from '#platform';
import type { Kernel } from '../src/allocator/kernel/kernel.js';
import type { ResidentMemory } from '../src/allocator/kernel/resident.js';
import { WasmKernel } from '../src/allocator/kernel/solver.js';
import { claimFor, testClass } from '../src/harness/objects.js';
import type { Cluster } from '../src/library/cluster.js';
import { complete } from '../test/support/filtered.js';
import { collectGarbage, showSpread, spreadOf, thousands } from './measure.js';
import { emptyCluster } from './ours.js';
import { publish, table } from './page.js';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '50000' },
    kinds: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const NODES = Number(values.nodes);
const DEVICES = 8;
const DRIVER = 'test-driver.cdi.k8s.io';
/** Objects arrive in portions, as from paged lists. */
const PORTION = 500;
/** The number of nodes in a heap snapshot: a snapshot of all nodes would not fit into memory. */
const SNAPSHOT_NODES = 1000;

/** A node with its slice, as text, so that no strings are shared. */
function objectsOf(node: number, generation = 1): string {
  const devices = Array.from({ length: DEVICES }, (_, index) => ({
    name: `gpu-${index}`,
    attributes: {
      uuid: { string: `GPU-${(node * DEVICES + index).toString(16).padStart(8, '0')}-4cf8-11ee-be56-0242ac120002` },
      productName: { string: 'NVIDIA H100 80GB HBM3' },
      architecture: { string: 'Hopper' },
      brand: { string: 'Nvidia' },
      driverVersion: { version: '550.54.15' },
      index: { int: index },
      numa: { int: index >> 2 },
      'resource.kubernetes.io/pcieRoot': { string: `pci0000:${(index >> 1).toString(16).padStart(2, '0')}` },
    },
    capacity: { memory: { value: '80Gi' } },
  }));
  const name = `node-${node}`;
  return JSON.stringify([
    { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { 'kubernetes.io/hostname': name } } },
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { name: `slice-${node}` },
      spec: { driver: DRIVER, nodeName: name, pool: { name, generation, resourceSliceCount: 1 }, devices },
    },
  ]);
}

interface Big {
  readonly cluster: Cluster;
  /** Bytes of the solver's memories. */
  readonly solverBytes: () => number;
}

async function bigCluster(nodes: number): Promise<Big> {
  const kernel = await WasmKernel.create(await platform.loadSolver());
  const memories: ResidentMemory[] = [];
  const noting: Kernel = {
    start: (problem, stepLimit) => kernel.start(problem, stepLimit),
    plainSteps: kernel.plainSteps,
    resident() {
      const memory = kernel.resident();
      memories.push(memory);
      return memory;
    },
  };
  const { cluster } = await emptyCluster(noting);
  cluster.apply([testClass]);
  for (let first = 0; first < nodes; first += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, nodes - first) }, (_, index) => JSON.parse(objectsOf(first + index)));
    cluster.apply(portion.flat());
  }
  return { cluster, solverBytes: () => memories.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Bytes in use after garbage collection. */
interface Usage {
  readonly rss: number;
  readonly heap: number;
  readonly solver: number;
}

async function usage(solver: number): Promise<Usage> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed, solver };
}

function timed<T>(action: () => T): [number, T] {
  const start = performance.now();
  const result = action();
  return [(performance.now() - start) * 1e6, result];
}

/** Bytes of the heap by kind of object. */
async function heapByKind(): Promise<ReadonlyMap<string, number>> {
  collectGarbage();
  let text = '';
  for await (const chunk of getHeapSnapshot()) text += chunk;
  const { snapshot, nodes, strings } = JSON.parse(text) as {
    readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly (readonly string[])[] } };
    readonly nodes: readonly number[];
    readonly strings: readonly string[];
  };
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [number, number, number];
  const bytes = new Map<string, number>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0]?.[nodes[at + type] as number] ?? '?';
    const title = kind === 'object' ? `object ${strings[nodes[at + name] as number]}` : kind;
    bytes.set(title, (bytes.get(title) ?? 0) + (nodes[at + size] as number));
  }
  return bytes;
}

/** Prints the kinds of objects of a cluster as JSON, largest first: bytes for each device. */
async function printKinds(): Promise<void> {
  await bigCluster(1);
  const before = await heapByKind();
  const { cluster } = await bigCluster(SNAPSHOT_NODES);
  const decoded = await heapByKind();
  if (complete(cluster.filter({ claims: [SELECTING] })).feasible.length !== SNAPSHOT_NODES)
    throw new Error('the claim must fit on every node');
  const filtered = await heapByKind();
  if (complete(cluster.filter({ claims: [SELECTING] })).feasible.length !== SNAPSHOT_NODES)
    throw new Error('the claim must fit on every node');
  const devices = SNAPSHOT_NODES * DEVICES;
  const kinds = [...filtered.keys()].map((kind): Kind => {
    const [first, second, third] = [before, decoded, filtered].map((bytes) => bytes.get(kind) ?? 0) as [number, number, number];
    return { kind, decoded: (second - first) / devices, resident: (third - second) / devices };
  });
  kinds.sort((left, right) => right.decoded + right.resident - left.decoded - left.resident);
  process.stdout.write(JSON.stringify(kinds));
}

/** Bytes for each device after `apply`, and those that a first filter adds. */
interface Kind {
  readonly kind: string;
  readonly decoded: number;
  readonly resident: number;
}

/** The kinds, measured in a process without another cluster. */
function kindsOfObjects(): Kind[] {
  const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', process.argv[1] as string, '--kinds'], { encoding: 'utf8' });
  if (status !== 0) throw new Error('the heap could not be looked at');
  return JSON.parse(stdout);
}

const SELECTING = claimFor(
  {
    count: 2,
    selectors: [
      {
        cel: { expression: `device.attributes["${DRIVER}"].productName.startsWith("NVIDIA") && device.attributes["${DRIVER}"].numa >= 0` },
      },
    ],
  },
  [{ matchAttribute: 'resource.kubernetes.io/pcieRoot' }],
);

const rows: string[][] = [];
function note(name: string, { rss, heap, solver }: Usage, before: Usage): void {
  const mega = (bytes: number): string => `${thousands(bytes / 1e6)} MB`;
  const each = (of: number): string => thousands((rss - before.rss) / of);
  rows.push([
    name,
    mega(rss),
    mega(heap),
    mega(solver),
    rss === before.rss ? '' : each(NODES),
    rss === before.rss ? '' : each(NODES * DEVICES),
  ]);
  console.log(rows.at(-1)?.join(' | '));
}

/** The measured cluster, and the times of making it and of its first filters. */
interface Filled {
  readonly cluster: Awaited<ReturnType<typeof bigCluster>>['cluster'];
  readonly filter: () => number;
  readonly times: readonly string[][];
  readonly end: () => Promise<void>;
}

/** Fills a cluster and runs its first filter. Prints the memory after each step. */
async function fill(): Promise<Filled> {
  const before = await usage(0);
  note('nothing', before, before);
  const start = performance.now();
  const { cluster, solverBytes } = await bigCluster(NODES);
  const applyTime = (performance.now() - start) * 1e6;
  note('after apply', await usage(solverBytes()), before);
  const claims = cluster.prepare([claimFor({})]);
  const filter = (): number => complete(cluster.filter({ claims })).feasible.length;
  const [firstTime, feasible] = timed(filter);
  if (feasible !== NODES) throw new Error(`expected ${NODES} nodes, got ${feasible}`);
  note('after a first filter, any device', await usage(solverBytes()), before);
  const [secondTime] = timed(() => complete(cluster.filter({ claims: [SELECTING] })).feasible.length);
  note('after a filter with a selector and a match of 2', await usage(solverBytes()), before);
  const times = [
    ['apply of everything, JSON.parse included', showSpread(spreadOf([applyTime]))],
    ['first filter, any device', showSpread(spreadOf([firstTime]))],
    ['first filter with a selector and a match of 2', showSpread(spreadOf([secondTime]))],
  ];
  return { cluster, filter, times, end: async () => note('at the end', await usage(solverBytes()), before) };
}

/** Times changes of the cluster, and the filters after them. */
function timeChanges({ cluster, filter }: Filled): string[][] {
  const changed = Array.from({ length: 9 }, (_, round) => JSON.parse(objectsOf(round * 5, 2)).slice(1));
  const applyOne = changed.map((objects) => timed(() => cluster.apply(objects))[0]);
  const [afterNine] = timed(filter);
  const again = Array.from({ length: 9 }, () => timed(filter)[0]);
  const afterOne = Array.from({ length: 9 }, (_, round) => {
    const [time] = timed(() => cluster.apply(JSON.parse(objectsOf(round * 7, 3)).slice(1)));
    return time < 0 ? 0 : timed(filter)[0];
  });
  const afterCommit = Array.from({ length: 9 }, (_, round) => {
    const own = [{ ...claimFor({}), metadata: { namespace: 'default', name: `holder-${round}` } }];
    cluster.commit(own, cluster.allocate({ claims: own, node: `node-${round * 11}` }));
    return timed(filter)[0];
  });
  return [
    ['apply of one slice that changed', showSpread(spreadOf(applyOne))],
    ['filter after 9 such slices', showSpread(spreadOf([afterNine]))],
    ['filter, nothing changed', showSpread(spreadOf(again))],
    ['filter after one slice changed', showSpread(spreadOf(afterOne))],
    ['filter after one commit', showSpread(spreadOf(afterCommit))],
  ];
}

/** Measures everything except the kinds of objects. */
async function measure(): Promise<void> {
  const filled = await fill();
  const times = [...filled.times, ...timeChanges(filled)];
  await filled.end();
  for (const row of times) console.log(row.join(' | '));

  publish(
    'memory',
    [
      table(
        [
          `${thousands(NODES)} nodes x ${DEVICES} devices`,
          'RSS',
          'JavaScript heap',
          'memory of the solver',
          'RSS per node, bytes',
          'per device',
        ],
        rows,
      ),
      table(['time', 'median'], times),
      table(
        [`JavaScript heap, bytes per device at ${thousands(SNAPSHOT_NODES)} nodes`, 'after apply', 'added by a first filter'],
        kindsOfObjects()
          .filter(({ decoded, resident }) => decoded + resident >= 5)
          .map(({ kind, decoded, resident }) => [kind, thousands(decoded), thousands(resident)]),
      ),
    ].join('\n\n'),
  );
}

if (values.kinds) await printKinds();
else await measure();
