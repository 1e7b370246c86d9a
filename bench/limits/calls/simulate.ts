// The calls of `dra-allocator/simulate`.

import { type Cluster, createAllocator } from '../../../src/index.js';
import * as library from '../../../src/planning/index.js';
import { nodeOf, podOf, SIMULATION_INPUTS, type SimulationCall } from '../inputs/simulations.js';
import type { Forms } from '../measure.js';
import { type Entry, formOf, type Inputs, limited, only, unlimited, way } from '../ways.js';

type Objects = Parameters<Cluster['apply']>[0];

async function clusterWith(objects: readonly object[]): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  await cluster.applyAsync(objects as unknown as Objects);
  return cluster;
}

/** The input of a simulation, without its cluster. */
function inputOf({ cluster: _, ...input }: SimulationCall): library.SimulateInput {
  return input as library.SimulateInput;
}

async function simulate(call: SimulationCall): Promise<Forms> {
  const [cluster, input] = [await clusterWith(call.cluster), inputOf(call)];
  return {
    inOneGo: (limits) => library.simulate(cluster, { ...input, limits }),
    inTurns: (limits) => library.simulateAsync(cluster, { ...input, limits }),
  };
}

/** Also measures the room that is left at each time. */
async function simulateWithRoom(call: SimulationCall): Promise<Forms> {
  const [cluster, input] = [await clusterWith(call.cluster), { ...inputOf(call), room: { pod: podOf('room') } } as library.SimulateInput];
  return {
    inOneGo: (limits) => library.simulate(cluster, { ...input, limits }),
    inTurns: (limits) => library.simulateAsync(cluster, { ...input, limits }),
  };
}

/** Counts the pods that fit after the objects of the call. */
const fitWith =
  (options: Partial<library.FitInput>) =>
  async ({ cluster: objects, objects: more = [] }: SimulationCall): Promise<Forms> => {
    const [cluster, input] = [await clusterWith(objects), { objects: more, pod: podOf('one'), ...options } as library.FitInput];
    return {
      inOneGo: (limits) => library.fit(cluster, { ...input, limits }),
      inTurns: (limits) => library.fitAsync(cluster, { ...input, limits }),
    };
  };

async function diff({ cluster: objects, objects: more = [] }: SimulationCall): Promise<Forms> {
  const [before, after] = [await clusterWith(objects), await clusterWith(objects.slice(1))];
  const input = { objects: more } as library.DiffInput;
  return {
    inOneGo: (limits) => library.diff(before, after, { ...input, limits }),
    inTurns: (limits) => library.diffAsync(before, after, { ...input, limits }),
  };
}

async function nodesNeeded({ cluster: objects, objects: more = [] }: SimulationCall): Promise<Forms> {
  const cluster = await clusterWith(objects);
  const input = { objects: more, template: { node: nodeOf('template') } } as library.NodesNeededInput;
  return {
    inOneGo: (limits) => library.nodesNeeded(cluster, { ...input, limits }),
    inTurns: (limits) => library.nodesNeededAsync(cluster, { ...input, limits }),
  };
}

const SOURCES = (call: SimulationCall, milliseconds: number): library.CellSources => ({
  cluster: () => clusterWith(call.cluster),
  workload: () => inputOf(call),
  limits: { milliseconds },
});

function runCell(call: SimulationCall): Forms {
  const cell = { index: 0, cluster: 'c', workload: 'w' };
  return { inTurns: ({ milliseconds }) => library.runCell(cell, SOURCES(call, milliseconds)) };
}

function runShard(call: SimulationCall): Forms {
  const sweep = { clusters: [{ name: 'c' }], workloads: [{ name: 'w' }], seeds: { from: 0, count: 100 } };
  return { inTurns: ({ milliseconds }) => library.runShard(sweep, { shard: 0, of: 1, input: 'i', ...SOURCES(call, milliseconds) }) };
}

/** A report of a large simulation that ran for some time. */
async function reportOf(call: SimulationCall): Promise<library.Report> {
  return library.simulateAsync(await clusterWith(call.cluster), { ...inputOf(call), limits: { milliseconds: 3000 } });
}

async function compareReports(call: SimulationCall): Promise<Forms> {
  const report = await reportOf(call);
  const runs = ['a', 'b'].map((name) => ({ name, report }));
  return { unlimited: () => library.compareReports(runs), argument: runs };
}

/** Makes a checkpoint at the first reported progress. */
async function checkpoint(call: SimulationCall): Promise<Forms> {
  const cluster = await clusterWith(call.cluster);
  let made: (() => unknown) | undefined;
  const onProgress = (progress: library.Progress): void => {
    made ??= progress.checkpoint;
    throw STOP;
  };
  try {
    await library.simulateAsync(cluster, { ...inputOf(call), onProgress, limits: { milliseconds: 3000 } });
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return made === undefined ? {} : { unlimited: made };
}

const STOP = new Error('enough progress');

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const TEMPLATES: Inputs<object> = {
  'a template with 8 MB of labels': () => ({
    node: { ...nodeOf('n'), metadata: { name: 'n', labels: Object.fromEntries(range(200_000, (index) => [`k${index}`, 'x'.repeat(30)])) } },
  }),
  'a template with 50,000 slices': () => ({
    node: nodeOf('n'),
    resourceSlices: range(50_000, (index) => ({ kind: 'ResourceSlice', metadata: { name: `s${index}` }, spec: { nodeName: 'n' } })),
  }),
};

const POOLS: Inputs<object> = {
  '50,000 node pools': () =>
    range(50_000, (index) => ({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: `p${index}` },
      spec: { template: { spec: { requirements: [{ key: 'k', operator: 'In', values: ['v'] }] } } },
    })),
  '50,000 nodes': () => range(50_000, (index) => nodeOf(`n${index}`)),
};

const SWEEPS: Inputs<library.SweepJson> = {
  '200,000 cells': () => ({ clusters: [{ name: 'c' }], workloads: [{ name: 'w' }], seeds: { from: 0, count: 200_000 } }),
  '1,000,000 seeds': () => ({ clusters: [{ name: 'c' }], workloads: [{ name: 'w' }], seeds: range(1_000_000, (index) => index) }),
  '100,000 clusters': () => ({ clusters: range(100_000, (index) => ({ name: `c${index}` })), workloads: [{ name: 'w' }] }),
};

const SHARDS: Inputs<object> = {
  '100,000 shards': () =>
    range(100_000, (index) => ({
      apiVersion: library.SIMULATION_VERSION,
      kind: 'SweepShard',
      shard: index,
      of: 100_000,
      input: 'i',
      cells: 100_000,
      results: [],
      checksum: 'x',
    })),
  'a shard of 200,000 results': () => [
    {
      apiVersion: library.SIMULATION_VERSION,
      kind: 'SweepShard',
      shard: 0,
      of: 1,
      input: 'i',
      cells: 200_000,
      results: range(200_000, (index) => ({ index, cluster: 'c', workload: 'w', seed: index })),
      checksum: 'x',
    },
  ],
};

const SOME = only(SIMULATION_INPUTS, [
  'a Deployment of 199,999 replicas',
  '20,000 pods',
  '100,000 pods on their nodes',
  '150,000 events',
  'a load of 100,000 pods',
]);
const EVENTS = { milliseconds: 50, perMegabyte: 100 };

export const SIMULATE: Readonly<Record<string, Entry>> = {
  simulate: limited(way(SIMULATION_INPUTS, simulate), way(SOME, simulateWithRoom, 'room')),
  simulateAsync: formOf('simulate'),
  fit: limited(way(SIMULATION_INPUTS, fitWith({})), way(SOME, fitWith({ most: 10_000, optimum: true }), 'optimum')),
  fitAsync: formOf('fit'),
  diff: limited(way(SIMULATION_INPUTS, diff)),
  diffAsync: formOf('diff'),
  nodesNeeded: limited(way(SIMULATION_INPUTS, nodesNeeded)),
  nodesNeededAsync: formOf('nodesNeeded'),
  runCell: limited(way(SOME, runCell)),
  runShard: limited(way(SOME, runShard)),
  'Progress.checkpoint': unlimited('it copies the state of a simulation, which its input bounds', EVENTS, way(SOME, checkpoint)),
  compareReports: unlimited('it reads two reports once', EVENTS, way(SOME, compareReports)),
  nodeOfTemplate: unlimited(
    'it copies the template',
    EVENTS,
    way(TEMPLATES, (template) => ({ unlimited: () => library.nodeOfTemplate(template as never, 1) })),
  ),
  nodeTemplatesOf: unlimited(
    'it decodes documents, once',
    EVENTS,
    way(POOLS, (pools) => ({ unlimited: () => library.nodeTemplatesOf(pools as never) })),
  ),
  sweepCells: unlimited(
    'it has 200,000 cells at most',
    EVENTS,
    way(SWEEPS, (sweep) => ({ unlimited: () => library.sweepCells(sweep) })),
  ),
  mergeShards: unlimited(
    'it reads each shard once',
    EVENTS,
    way(SHARDS, (shards) => ({ unlimited: () => library.mergeShards(shards as never) })),
  ),
};
