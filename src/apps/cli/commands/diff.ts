// `diff`: compares pods and claims before and after a change of objects, or with the gates of two releases.

import { newestSlices } from '../../../allocator/pools/newest-generations.js';
import { deviceId } from '../../../allocator/pools/pool.js';
import { decodeObjects } from '../../../core/api/objects.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { runInOneGo } from '../../../core/base/program.js';
import { count, some } from '../../../core/base/words.js';
import { type FeatureOptions, resolveFeatures } from '../../../core/features/features.js';
import { compare, summing } from '../../../planning/diff.js';
import type { Diff, Worse } from '../../../planning/diff-report.js';
import type { SideInput } from '../../../planning/diff-side.js';
import { loadSnapshots } from '../input/load-snapshot.js';
import type { Snapshot } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import type { DiffSettings } from '../options.js';
import { formatDiff } from '../print/diffs.js';
import { diagnose, EXIT, type ExitCode, type Streams, withoutRepeats } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import type { TimeLimit } from '../time-limit.js';
import { checkInput, inputOf, printData, printRemarks, selectNodes, warnAboutCluster } from './common.js';
import { optionsFor } from './placement-input.js';

/** Runs the command. Throws the errors that `explainError` explains. */
export async function diff(settings: DiffSettings, streams: Streams, createCluster: ClusterFactory, progress: Progress): Promise<ExitCode> {
  const { corrections, limits, time, to, namespace } = settings;
  const input = inputOf(settings, progress);
  const later = { files: settings.others, server: settings.validates ? to : undefined, libraryGates: resolveFeatures(to) };
  const { before, after } = await loadSnapshots(input, later, streams.stdin);
  const first = await createCluster(optionsFor(before, settings));
  const second = await createCluster(optionsFor(after, { ...to, corrections }));
  checkInput(before, 'diff', settings, streams);
  if (after !== before) checkInput(after, 'diff', settings, streams);
  const diagnostics = withoutRepeats(streams);
  for (const snapshot of [before, after]) printRemarks(snapshot, diagnostics);
  const sides = [sideOf(first, before, settings, diagnostics, time), sideOf(second, after, to, diagnostics, time)] as const;
  progress.update(() => 'placing pods in both clusters');
  const found = runInOneGo(compare(sides[0], sides[1], { now: Date.now(), limits: { ...limits, ...time.left() } }));
  const comparison = namespace === undefined ? found : within(namespace, found);
  printData(streams, formatDiff(comparison, settings), settings);
  for (const what of comparison.notCompared) diagnose(streams, 'note', `not compared: ${what}`);
  const code = exitCodeOf(comparison, settings, streams);
  reportGoneDevices(comparison, before, after, streams);
  return code;
}

function sideOf(
  empty: EmptyCluster,
  { objects }: Snapshot,
  options: FeatureOptions,
  streams: Pick<Streams, 'err'>,
  { checkpoint }: TimeLimit,
): SideInput {
  const nodes = selectNodes(objects, undefined, streams);
  warnAboutCluster({ objects, nodes, options }, streams, checkpoint);
  empty.parts.cluster.apply({ ...objects, nodes });
  return { fork: empty.fork(), objects: { ...decodeObjects([]), workloads: objects.workloads } };
}

type EmptyCluster = Awaited<ReturnType<ClusterFactory>>;

/** Returns the part of a comparison in one namespace. */
function within(namespace: string, found: Diff): Diff {
  const isIn = (one: { readonly namespace: string }): boolean => one.namespace === namespace;
  const { pods, claims, evictions, spared, rules, rulesBefore } = found;
  const ofNamespace = {
    pods: pods.filter(isIn),
    claims: claims.filter(isIn),
    evictions: evictions.filter(isIn),
    spared: spared.filter(isIn),
  };
  return { ...found, ...inOneGo(summing({ ...ofNamespace, rules, rulesBefore }, UNLIMITED)) };
}

/** The most objects that a message names. */
const MOST_NAMED = 5;

const IN_WORDS = {
  pending: ['becomes pending', 'become pending'],
  gone: ['is gone', 'are gone'],
  evicted: ['is evicted', 'are evicted'],
  invalid: ['becomes invalid', 'become invalid'],
} as const satisfies Record<Worse['code'], readonly [one: string, several: string]>;

function exitCodeOf(comparison: Diff, { reportsChanges }: DiffSettings, streams: Streams): ExitCode {
  const { kind, by, worse, isChanged, pods } = comparison;
  if (kind === 'interrupted') {
    diagnose(streams, 'error', `interrupted by ${by}: the output is incomplete`);
    return EXIT.interrupted;
  }
  const stillPending = pods.filter(({ before, after }) => before?.kind === 'pending' && after?.kind === 'pending');
  if (stillPending.length > 0) {
    const are = stillPending.length === 1 ? 'is' : 'are';
    diagnose(streams, 'note', `${countOf(stillPending)} ${are} pending before and after: ${namesOf(stillPending)}`);
  }
  for (const [code, [one, several]] of Object.entries(IN_WORDS)) {
    const those = worse.filter((each) => each.code === code);
    if (those.length > 0) diagnose(streams, 'error', `${countOf(those)} ${those.length === 1 ? one : several}: ${namesOf(those)}`);
  }
  return worse.length > 0 || (reportsChanges && isChanged) ? EXIT.finding : EXIT.good;
}

/** Names the devices that only the first input has, if a pod that had a device of the same driver becomes pending. */
function reportGoneDevices({ pods }: Diff, before: Snapshot, after: Snapshot, streams: Pick<Streams, 'err'>): void {
  const lost = pods.filter(({ change }) => change === 'lost').map((pod) => pod.before);
  const drivers = new Set(lost.flatMap((placed) => (placed?.kind === 'placed' ? placed.devices.map(({ driver }) => driver) : [])));
  const left = new Set(devicesOf(after, drivers));
  const gone = [...new Set(devicesOf(before, drivers))].filter((device) => !left.has(device));
  if (gone.length === 0) return;
  const are = gone.length === 1 ? 'is' : 'are';
  diagnose(streams, 'note', `${count(gone.length, 'device')} of the first cluster ${are} not in the second: ${some(gone, MOST_NAMED)}`);
}

function devicesOf({ objects }: Snapshot, drivers: ReadonlySet<string>): readonly string[] {
  return newestSlices(objects.resourceSlices.filter(({ spec }) => drivers.has(spec.driver))).flatMap(({ spec }) =>
    spec.devices.map(({ name }) => deviceId(spec.driver, spec.pool.name, name)),
  );
}

type Subjects = readonly Pick<Worse, 'kind' | 'namespace' | 'name'>[];

function countOf(subjects: Subjects): string {
  const pods = subjects.filter(({ kind }) => kind === 'Pod').length;
  const claims = subjects.length - pods;
  return [...(pods > 0 ? [count(pods, 'pod')] : []), ...(claims > 0 ? [count(claims, 'claim')] : [])].join(' and ');
}

function namesOf(subjects: Subjects): string {
  const names = subjects.map(({ kind, namespace, name }) => `${kind === 'Pod' ? '' : 'claim '}${namespace}/${name}`);
  return some([...new Set(names)], MOST_NAMED);
}
