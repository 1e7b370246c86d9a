// Runs the cells of a sweep, each on a fork of its cluster with its workload.

import { type AsyncLimits, checkLimits } from '../allocator/evaluate/limits.js';
import { DecodeContext } from '../core/api/context.js';
import { checkFunction, checkObject, checkText, integer, objectWith, optional, wrongArgument } from '../core/base/arguments.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import type { Json } from '../core/base/json.js';
import type { Cluster } from '../library/cluster.js';
import { type CellResult, cellResult } from './cell.js';
import type { SimulateInput } from './input.js';
import { cellsOfShard, type ShardJson, type ShardPlace, shardOf } from './shard.js';
import { simulateAsync } from './simulate.js';
import { cellAt, cellCount, decodeSweep, MOST_CELLS, type SweepCell, type SweepJson } from './sweep.js';

/** The inputs of cells, by name. */
export interface CellSources {
  /** Returns the cluster with this name. It must be created for the release (`createAllocator({ kubernetesVersion })`), and stays unchanged. */
  readonly cluster: (name: string, release: string | undefined) => Cluster | Promise<Cluster>;
  /** Returns the events of a workload. The seed of the cell replaces the seed of the events. */
  readonly workload: (name: string) => SimulateInput | Promise<SimulateInput>;
  /** `milliseconds` applies to each cell. */
  readonly limits?: AsyncLimits;
}

/** The result of a cell; `interrupted`: a limit ended it without a result. */
export type CellOutcome =
  | { readonly kind: 'complete'; readonly result: CellResult }
  | { readonly kind: 'interrupted'; readonly by: 'milliseconds' | 'signal' };

/** The result of a shard; `interrupted`: a limit ended it without a result. */
export type ShardOutcome =
  | { readonly kind: 'complete'; readonly shard: ShardJson }
  | { readonly kind: 'interrupted'; readonly by: 'milliseconds' | 'signal'; readonly cell: SweepCell };

/** The input of {@link runShard}. */
export interface ShardInput extends CellSources, ShardPlace {
  /** Identifies the inputs of the sweep, such as by a digest of them: shards of different inputs are not merged. */
  readonly input: string;
}

const checkCell = objectWith<SweepCell>({
  index: integer(0),
  cluster: checkText,
  workload: checkText,
  release: optional(checkText),
  seed: optional(integer(0)),
});
const checkSources = objectWith<CellSources>({ cluster: checkFunction, workload: checkFunction });

/**
 * Runs a cell of a sweep. Yields to the event loop. Throws AllocationError as `simulate` does.
 * @example
 * ```ts
 * // Goes on from the example of sweepCells.
 * import { type Cluster, createAllocator } from 'dra-allocator';
 * import { type LoadJson, runCell } from 'dra-allocator/simulate';
 *
 * async function clusterOf(name: string, kubernetesVersion?: string): Promise<Cluster> {
 *   const cluster = (await createAllocator(kubernetesVersion === undefined ? {} : { kubernetesVersion })).cluster();
 *   cluster.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { allocatable: { cpu: '4', pods: '110' } } }]);
 *   return cluster;
 * }
 * const containers = [{ name: 'web', image: 'web', resources: { requests: { cpu: '3' } } }];
 * const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers } };
 * const load: LoadJson = { count: 5, arrivals: { every: '30s' }, lifetime: '40s', templates: [{ object }] };
 * const sources = { cluster: clusterOf, workload: () => ({ load }) };
 * for (const cell of cells) {
 *   const outcome = await runCell(cell, sources);
 *   if (outcome.kind === 'complete') console.log(cell.seed, outcome.result.totals.placed, outcome.result.waits?.longest);
 *   // 1 5 32.441
 *   // 2 5 96.753
 *   // 3 5 86.489
 * }
 * ```
 */
export async function runCell(cell: SweepCell, sources: CellSources): Promise<CellOutcome> {
  checkCell(cell, 'runCell(cell)');
  checkSources(sources, 'runCell(sources)');
  const { cluster, workload, limits } = sources;
  if (limits !== undefined) checkLimits(limits);
  const { seed } = cell;
  const input = await workload(cell.workload);
  checkObject(input, `workload ${cell.workload}`);
  const report = await simulateAsync(await cluster(cell.cluster, cell.release), {
    ...input,
    ...(seed === undefined ? {} : { seed }),
    ...(limits === undefined ? {} : { limits: { ...input.limits, ...limits } }),
  });
  if (report.kind === 'interrupted') return { kind: 'interrupted', by: report.by ?? 'signal' };
  return { kind: 'complete', result: cellResult(cell, report) };
}

/**
 * Runs the cells of a shard one by one: the cells `shard`, `shard + of`, `shard + 2 of`, ... Throws AllocationError as `simulate` does, and
 * for an invalid sweep or shard number.
 * @example
 * ```ts
 * // Goes on from the example of runCell.
 * import { runShard } from 'dra-allocator/simulate';
 *
 * const outcome = await runShard(sweep, { ...sources, shard: 0, of: 2, input: 'a digest of all that it is made of' });
 * if (outcome.kind === 'complete') console.log(outcome.shard.results.map(({ index }) => index)); // [ 0, 2 ]
 * ```
 */
export async function runShard(sweepInput: SweepJson, shardInput: ShardInput): Promise<ShardOutcome> {
  checkSources(shardInput, 'runShard(input)');
  const { shard, of, input, ...sources } = shardInput;
  const sweep = decodeSweep(sweepInput as unknown as Json, new DecodeContext(['sweep'], undefined, UNLIMITED));
  integer(1, MOST_CELLS)(of, 'of');
  integer(0, of - 1)(shard, 'shard');
  if (typeof input !== 'string' || input === '') throw wrongArgument('input', 'a text that identifies the sweep', input);
  const cells = cellCount(sweep);
  const results: CellResult[] = [];
  for (const index of cellsOfShard({ shard, of }, cells)) {
    const cell = cellAt(sweep, index);
    const outcome = await runCell(cell, sources);
    if (outcome.kind === 'interrupted') return { ...outcome, cell };
    results.push(outcome.result);
  }
  return { kind: 'complete', shard: shardOf({ shard, of }, input, cells, results) };
}
