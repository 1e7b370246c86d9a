// Valid calls of `dra-allocator/simulate`.

import * as library from '../../../src/planning/index.js';
import { cluster, NODE, OBJECTS, POD } from '../objects.js';
import { type CallMakers, callOf, type ValidCall } from '../valid-call.js';

const BARE_POD = { ...POD, spec: { containers: POD.spec.containers } };
const INPUT = { trace: [{ at: '1s', apply: BARE_POD }], until: '10s' };
const LOAD = { count: 2, arrivals: { every: '1s' }, templates: [{ object: BARE_POD }] };
const SWEEP = { clusters: [{ name: 'c' }], workloads: [{ name: 'w' }] };
const SOURCES = { cluster: () => cluster(), workload: () => INPUT };
const SHARD = { shard: 0, of: 1, input: 'i', ...SOURCES };

const of =
  (call: unknown, ...args: readonly unknown[]) =>
  (): ValidCall => ({ call: call as ValidCall['call'], args });

export const SIMULATE_CALLS: CallMakers = {
  compareReports: () => {
    const report = library.simulate(cluster(), INPUT as never);
    const runs = ['a', 'b'].map((name) => ({ name, report }));
    return callOf((given: never) => library.compareReports(given), runs as never);
  },
  diff: of(library.diff, cluster(), cluster(), { objects: [BARE_POD] }),
  diffAsync: of(library.diffAsync, cluster(), cluster(), { objects: [BARE_POD] }),
  fit: of(library.fit, cluster(), { pod: BARE_POD, most: 3 }),
  fitAsync: of(library.fitAsync, cluster(), { pod: BARE_POD, most: 3 }),
  nodeTemplatesOf: of(library.nodeTemplatesOf, [OBJECTS[0], OBJECTS[2]]),
  nodeOfTemplate: of(library.nodeOfTemplate, { node: NODE }, 1),
  nodesNeeded: of(library.nodesNeeded, cluster(), { template: { node: NODE }, objects: [BARE_POD], most: 3 }),
  nodesNeededAsync: of(library.nodesNeededAsync, cluster(), { template: { node: NODE }, objects: [BARE_POD], most: 3 }),
  runCell: of(library.runCell, { index: 0, cluster: 'c', workload: 'w' }, SOURCES),
  'Progress.checkpoint': () => {
    let checkpoint: (() => unknown) | undefined;
    const onProgress = (progress: library.Progress): void => {
      checkpoint = progress.checkpoint;
    };
    library.simulate(cluster(), { ...INPUT, onProgress } as never);
    return callOf(() => checkpoint?.());
  },
  runShard: of(library.runShard, SWEEP, SHARD),
  mergeShards: async () => {
    const outcome = await library.runShard(SWEEP as never, SHARD as never);
    return callOf((shards: never) => library.mergeShards(shards), [outcome.kind === 'complete' ? outcome.shard : undefined] as never);
  },
  simulate: of(library.simulate, cluster(), { ...INPUT, load: LOAD }),
  simulateAsync: of(library.simulateAsync, cluster(), { ...INPUT, load: LOAD }),
  sweepCells: of(library.sweepCells, SWEEP),
};
