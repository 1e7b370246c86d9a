// `simulate`: simulates a cluster over time: arriving and ending pods, drained and added nodes, and other changes.

import type { ObjectLists } from '../../../core/api/object-kinds.js';
import type { Pod } from '../../../core/api/pod.js';
import { SIMULATION_GROUP } from '../../../core/api/version.js';
import type { Json } from '../../../core/base/json.js';
import { runInTurns } from '../../../core/base/program.js';
import { count } from '../../../core/base/words.js';
import { resolveFeatures } from '../../../core/features/features.js';
import type { Cluster } from '../../../library/cluster.js';
import { type Comparison, compareReports, type NamedReport, type Variant } from '../../../planning/compare.js';
import type { Plan, Progress as SimulationProgress } from '../../../planning/input.js';
import type { Report } from '../../../planning/report.js';
import { run } from '../../../planning/simulate.js';
import { blockedPods } from '../../../planning/summary.js';
import { UsageError } from '../arguments.js';
import { loadSnapshotWithDocuments, type SnapshotWithDocuments } from '../input/load-snapshot.js';
import { takeInventory } from '../inventory/take-inventory.js';
import type { ClusterFactory } from '../library.js';
import { formatSimulation } from '../print/simulation.js';
import { CheckpointFile, fingerprintOf } from '../simulate/checkpoint-file.js';
import { Interruption } from '../simulate/interruption.js';
import { type InputPlan, placingEvents, sweepIn } from '../simulate/plan-of-input.js';
import { clusterOf, inputOfSimulation, libraryOptions, type PreparedInput, prepareInput } from '../simulate/prepared-input.js';
import type { SimulateSettings } from '../simulate/settings.js';
import { runSweep } from '../simulate/sweep-run.js';
import { diagnose, EXIT, type ExitCode, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function simulate(
  settings: SimulateSettings,
  streams: Streams,
  { createCluster, version }: { readonly createCluster: ClusterFactory; readonly version: string },
  progress: Progress,
): Promise<ExitCode> {
  const input = inputOfSimulation(settings, progress);
  const loaded = await loadSnapshotWithDocuments(SIMULATION_GROUP, input, streams.stdin);
  const sweep = sweepIn(loaded);
  if (sweep !== undefined) return runSweep(sweep, settings, streams, { createCluster, version }, progress);
  if (settings.shard !== undefined) throw new UsageError('option --shard needs a file of the kind Sweep with -f');
  const prepared = await prepareInput(loaded, input, settings, streams);
  const { plan } = prepared;
  noteLateEvents(plan, streams);
  const interruption = new Interruption();
  try {
    const runs: NamedReport[] = [];
    for (const variant of [INPUT_VARIANT, ...settings.against]) {
      const options = libraryOptions(loaded, settings, variant.kubernetesVersion);
      const cluster = (await clusterOf(prepared, options, createCluster)).fork();
      const report = await runOne(cluster, { ...plan, ...variantOf(variant, plan) }, { loaded, settings, version, progress, interruption });
      runs.push({ name: variant.name, report });
      if (report.kind === 'interrupted') break;
    }
    progress.end();
    streams.out(await textOf(compareReports(runs), settings, prepared), {
      isStyled: settings.output === 'table' || settings.output === 'wide',
    });
    noteNoRoom(runs, settings, streams);
    noteIdleDrains(settings.drain, loaded.snapshot.objects.pods, streams);
    noteMissingBudgets(runs, loaded.snapshot.objects, streams);
    return finish(runs, streams);
  } finally {
    interruption.end();
  }
}

/** Prints a note on events after the end of the simulation. */
function noteLateEvents({ events, until }: Plan, streams: Streams): void {
  const late = until === undefined ? 0 : events.filter(({ at }) => at > until).length;
  if (late > 0) diagnose(streams, 'note', `not simulated: ${count(late, 'event')} after --until`);
}

function noteNoRoom(runs: readonly NamedReport[], { room, asksForRoom }: SimulateSettings, streams: Streams): void {
  const isMissing = runs.some(({ report }) => report.kind === 'complete' && report.room === undefined);
  if (asksForRoom && room > 0 && isMissing)
    diagnose(streams, 'note', 'room for more pods is not counted: neither the input nor an event contains a pod');
}

/** Prints a note on drained nodes without pods in the input: without pods in the dump, every drain would seem safe. */
function noteIdleDrains(nodes: readonly string[], pods: readonly Pod[], streams: Streams): void {
  const occupied = new Set(pods.map(({ spec }) => spec.nodeName));
  const idle = nodes.filter((node) => !occupied.has(node));
  if (idle.length > 0) diagnose(streams, 'note', `no pod runs on ${idle.join(', ')}: --drain evicts no pods there`);
}

/** Prints a note if a drain evicts pods of a dump without budgets: without budgets in the dump, no drain is blocked. */
function noteMissingBudgets(
  runs: readonly NamedReport[],
  { pods, podDisruptionBudgets }: Pick<ObjectLists, 'pods' | 'podDisruptionBudgets'>,
  streams: Streams,
): void {
  const isDump = pods.some(({ metadata }) => metadata.uid !== '');
  const hasEvicted = runs.some(({ report: { drains = [] } }) => drains.some(({ evicted }) => evicted > 0));
  if (isDump && hasEvicted && podDisruptionBudgets.length === 0)
    diagnose(streams, 'note', 'the input has no PodDisruptionBudget: check that the dump includes poddisruptionbudgets');
}

/** Only HTML output needs this module. */
async function textOf(comparison: Comparison, settings: SimulateSettings, { loaded, nodes, plan }: PreparedInput): Promise<string> {
  const { output, headings } = settings;
  if (output !== 'html') return formatSimulation(comparison, output, headings);
  const { simulationPage } = await import('../print/simulation-html.js');
  const { totals } = takeInventory(loaded.snapshot.objects, nodes, resolveFeatures(libraryOptions(loaded, settings)));
  const devices = new Map(totals.drivers.map(({ driver, taken, shared, devices: of }) => [driver, { inUse: taken + shared, of }]));
  return simulationPage(comparison, { events: plan.events, devices });
}

const INPUT_VARIANT: Variant = { name: 'as given' };

function variantOf({ order, nodes, devices, seed }: Variant, plan: InputPlan): Partial<Plan> {
  return {
    ...(order === undefined ? {} : { order }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(devices === undefined ? {} : { devices }),
    ...(seed === undefined ? {} : { events: plan.eventsOf(seed) }),
  };
}

interface RunContext {
  readonly loaded: SnapshotWithDocuments;
  readonly settings: SimulateSettings;
  readonly version: string;
  readonly progress: Progress;
  readonly interruption: Interruption;
}

async function runOne(
  cluster: Cluster,
  plan: InputPlan,
  { loaded, settings, version, progress, interruption }: RunContext,
): Promise<Report> {
  const { checkpoint } = settings;
  const file = checkpoint === undefined ? undefined : new CheckpointFile(checkpoint);
  const resume: Json | undefined = settings.resumes ? await file?.read() : undefined;
  let last: SimulationProgress | undefined;
  const onProgress = (now: SimulationProgress): void => {
    last = now;
    progress.update(() => `${now.events} of ${now.of} events, ${now.placed} pods placed, ${now.pending} pending`);
    file?.writeNowAndThen(now.checkpoint);
  };
  const fingerprint = file === undefined ? '' : await fingerprintOf(loaded, settings, version);
  const limits = { ...settings.limits, ...settings.time.left(), signal: interruption.signal };
  const report = await placingEvents(plan, () => runInTurns(run(cluster, { ...plan, limits, onProgress, resume, fingerprint })));
  if (last !== undefined) file?.write(last.checkpoint());
  return report;
}

function finish(runs: readonly NamedReport[], streams: Streams): ExitCode {
  const interrupted = runs.find(({ report }) => report.kind === 'interrupted');
  for (const what of new Set(runs.flatMap(({ report }) => report.notLookedAt))) diagnose(streams, 'note', `not evaluated: ${what}`);
  if (interrupted !== undefined) {
    const { by, seconds } = interrupted.report;
    diagnose(streams, 'error', `interrupted by ${by} at ${seconds} s of the simulation: the report ends there`);
    return EXIT.interrupted;
  }
  return runs.some(({ report }) => report.totals.pending > 0 || blockedPods(report) > 0) ? EXIT.finding : EXIT.good;
}
