// Runs the cells of a sweep, all or one shard, each like `simulate` alone.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AsyncLimits } from '../../../allocator/evaluate/limits.js';
import { SIMULATION_GROUP } from '../../../core/api/version.js';
import { endOfCall } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { Json } from '../../../core/base/json.js';
import { runInTurns } from '../../../core/base/program.js';
import type { Cluster } from '../../../library/cluster.js';
import { type CellResult, cellResult } from '../../../planning/cell.js';
import { cellsOfShard, decodeShard, Merging, type ShardJson, shardOf } from '../../../planning/shard.js';
import { run } from '../../../planning/simulate.js';
import { cellAt, cellCount, type Sweep, type SweepCell, type SweepPart } from '../../../planning/sweep.js';
import { UsageError } from '../arguments.js';
import { ContentError } from '../input/content-error.js';
import { readable } from '../input/input.js';
import { InputError } from '../input/input-error.js';
import { loadSnapshotWithDocuments } from '../input/load-snapshot.js';
import type { ClusterFactory } from '../library.js';
import { formatSweep } from '../print/sweep.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { TimeLimit } from '../time-limit.js';
import { filesIn, fingerprintOfSweep } from './fingerprint.js';
import { Interruption } from './interruption.js';
import { type InputSweep, placingEvents } from './plan-of-input.js';
import { clusterOf, inputOfSimulation, libraryOptions, type PreparedInput, prepareInput } from './prepared-input.js';
import type { MergeSettings, SimulateSettings } from './settings.js';
import { writeWhole } from './write-whole.js';

interface Parts {
  readonly createCluster: ClusterFactory;
  readonly version: string;
}

/** Runs a sweep, or a shard of it. Throws the errors that `explainError` explains. */
export async function runSweep(
  { sweep, document }: InputSweep,
  settings: SimulateSettings,
  streams: Streams,
  { createCluster, version }: Parts,
  progress: Progress,
): Promise<ExitCode> {
  checkOptions(settings, sweep);
  const { output } = settings;
  if (output === 'html') throw new UsageError('option --output html does not work with a Sweep: use table, wide, csv, json or yaml');
  const folder = dirname(document.file);
  for (const part of [...sweep.clusters, ...sweep.workloads]) checkFiles(part, folder, document.file);
  const input = await fingerprintOfSweep(sweep, folder, settings, version);
  const place = settings.shard ?? { shard: 0, of: 1 };
  const cells = cellCount(sweep);
  const interruption = new Interruption();
  const results: CellResult[] = [];
  try {
    const runner = new CellRunner({ sweep, folder, settings, streams: sayingOnce(streams), createCluster, progress });
    const indices = cellsOfShard(place, cells);
    for (const [count, index] of indices.entries()) {
      const cell = cellAt(sweep, index);
      progress.update(() => `${nameOf(cell)}, ${count + 1} of ${indices.length}`);
      const result = await runner.run(cell, interruption.signal);
      if (typeof result === 'string') {
        diagnose(streams, 'error', `${nameOf(cell)}: interrupted by ${result}: no result is written, since a shard needs all of its cells`);
        return EXIT.interrupted;
      }
      results.push(result);
    }
  } finally {
    interruption.end();
    progress.end();
  }
  return finish(shardOf(place, input, cells, results), { ...settings, output }, streams);
}

type SweepSettings = SimulateSettings & Pick<MergeSettings, 'output'>;

function finish(shard: ShardJson, { shard: place, write, output, headings }: SweepSettings, streams: Streams): ExitCode {
  const text = `${JSON.stringify(shard)}\n`;
  for (const what of new Set(shard.results.flatMap(({ notLookedAt }) => notLookedAt))) diagnose(streams, 'note', `not evaluated: ${what}`);
  if (write !== undefined) writeWhole(write, text, 'the shard');
  else if (place !== undefined) streams.out(text);
  else {
    // A whole sweep is printed like merged shards, so the output is equal.
    const merging = new Merging();
    merging.add(decodeShard(JSON.parse(text) as Json), 'the sweep');
    const merged = merging.finish();
    if (merged.kind === 'complete')
      streams.out(formatSweep(merged.report, output, headings), { isStyled: output === 'table' || output === 'wide' });
  }
  return EXIT.good;
}

/** Rejects options of single simulations. */
function checkOptions({ against, checkpoint, seed, kubernetesVersion, files }: SimulateSettings, sweep: Sweep): void {
  const rejectOption = (option: string, why: string): never => {
    throw new InputError(`option ${option} does not work with a Sweep: ${why}`);
  };
  if (against.length > 0) rejectOption('--against', 'a Sweep already compares its cells');
  if (checkpoint !== undefined) rejectOption('--checkpoint', 'run an interrupted shard again');
  if (seed !== undefined && sweep.seeds !== undefined) rejectOption('--seed', 'the Sweep sets the seeds');
  if (kubernetesVersion !== undefined && sweep.releases !== undefined) rejectOption('--kubernetes-version', 'the Sweep sets the releases');
  if (files.includes('-')) throw new InputError('a Sweep reads its files for each cell: give files, not standard input');
}

/** Checks that a path of a sweep is a file or a directory: reading a pipe could block forever. Throws ContentError and InputError. */
function checkFiles({ name, files }: SweepPart, folder: string, file: string): void {
  if (files.length === 0) throw new ContentError({ message: `the Sweep has no files for ${name}`, place: file });
  for (const path of filesIn(folder, files)) {
    const status = readable(path, () => statSync(path, { throwIfNoEntry: false }));
    const what = `${path}, which the Sweep names for ${name}`;
    if (status === undefined) throw new ContentError({ message: `no such file or directory: ${what}`, place: file });
    if (!status.isFile() && !status.isDirectory())
      throw new ContentError({ message: `neither a file nor a directory: ${what}`, place: file });
  }
}

function nameOf({ index, cluster, workload, release, seed }: SweepCell): string {
  const more = [...(release === undefined ? [] : [`release ${release}`]), ...(seed === undefined ? [] : [`seed ${seed}`])];
  return `cell ${index} (${[`cluster ${cluster}`, `workload ${workload}`, ...more].join(', ')})`;
}

/** Returns streams that print each message once, since cells share files. */
function sayingOnce(streams: Streams): Streams {
  const said = new Set<string>();
  return {
    get stdin() {
      return streams.stdin;
    },
    out: streams.out,
    err: (text, options) => {
      if (said.has(text)) return;
      said.add(text);
      streams.err(text, options);
    },
    get terminal() {
      return streams.terminal;
    },
  };
}

interface RunnerParts {
  readonly sweep: Sweep;
  readonly folder: string;
  readonly settings: SimulateSettings;
  readonly streams: Streams;
  readonly createCluster: ClusterFactory;
  readonly progress: Progress;
}

/** Runs cells in order. Adjacent cells share files, which are read once for them. */
class CellRunner {
  readonly #parts: RunnerParts;
  #key = '';
  #prepared: PreparedInput | undefined;
  readonly #clusters = new Map<string | undefined, Pick<Cluster, 'fork'>>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Returns the result of a cell, or the limit that interrupted it. */
  async run(cell: SweepCell, signal: AbortSignal): Promise<CellResult | 'milliseconds' | 'signal'> {
    const { limits } = this.#parts.settings;
    const time = new TimeLimit(limits.milliseconds);
    try {
      const prepared = await this.#prepare(cell, time);
      return await this.#play(cell, prepared, () => ({ ...limits, ...time.left(), signal }));
    } catch (error) {
      return endOfCall(error);
    }
  }

  async #play(cell: SweepCell, prepared: PreparedInput, limits: () => AsyncLimits): Promise<CellResult | 'milliseconds' | 'signal'> {
    const { plan } = prepared;
    const cluster = await this.#clusterOf(prepared, cell.release);
    const events = cell.seed === undefined ? plan.events : plan.eventsOf(cell.seed);
    try {
      const report = await placingEvents(plan, () => runInTurns(run(cluster.fork(), { ...plan, events, limits: limits() })));
      return report.kind === 'complete' ? cellResult(cell, report) : (report.by ?? 'signal');
    } catch (error) {
      if (error instanceof ContentError && error.place !== undefined)
        throw new ContentError({ message: `${nameOf(cell)}: ${error.message}`, place: error.place });
      if (!(error instanceof AllocationError) || error.code === 'internal') throw error;
      throw new AllocationError(error.code, `${nameOf(cell)}: ${error.message}`);
    }
  }

  async #prepare({ cluster, workload }: SweepCell, time: TimeLimit): Promise<PreparedInput> {
    const { sweep, folder, streams, progress } = this.#parts;
    const settings = { ...this.#parts.settings, time };
    const key = JSON.stringify([cluster, workload]);
    if (this.#prepared !== undefined && this.#key === key) return this.#prepared;
    const filesOf = (parts: readonly SweepPart[], name: string): readonly string[] => parts.find((part) => part.name === name)?.files ?? [];
    const named = [...filesOf(sweep.clusters, cluster), ...filesOf(sweep.workloads, workload)];
    const input = inputOfSimulation({ ...settings, files: [...settings.files, ...filesIn(folder, named)] }, progress);
    this.#clusters.clear();
    this.#prepared = await prepareInput(await loadSnapshotWithDocuments(SIMULATION_GROUP, input, streams.stdin), input, settings, streams);
    this.#key = key;
    return this.#prepared;
  }

  async #clusterOf(prepared: PreparedInput, release: string | undefined): Promise<Pick<Cluster, 'fork'>> {
    const { settings, createCluster } = this.#parts;
    const clusterOfRelease =
      this.#clusters.get(release) ?? (await clusterOf(prepared, libraryOptions(prepared.loaded, settings, release), createCluster));
    this.#clusters.set(release, clusterOfRelease);
    return clusterOfRelease;
  }
}
