// `diff`: what changes for pods and claims with other objects, or with the gates of another release.

import { decodeObjects } from '../../api/objects.js';
import { resolveFeatures } from '../../features/features.js';
import { inOneGo } from '../../simulate/calls.js';
import { compare } from '../../simulate/diff.js';
import type { Diff } from '../../simulate/diff-report.js';
import type { SideInput } from '../../simulate/diff-side.js';
import { loadSnapshots } from '../input/load-snapshot.js';
import type { Snapshot } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import type { DiffSettings, Settings } from '../options.js';
import { formatDiff } from '../print/diffs.js';
import { diagnose, EXIT, type ExitCode, type Streams, withoutRepeats } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { checkInput, inputOf, printData, selectNodes, tellRemarks, warnAboutCluster } from './common.js';

/** Runs the command. Throws what `explainError` knows. */
export async function diff(settings: DiffSettings, streams: Streams, createCluster: ClusterFactory, progress: Progress): Promise<ExitCode> {
  const { corrections, limits, to, namespace } = settings;
  const options = [optionsOf(settings), optionsOf({ ...to, corrections })] as const;
  const [first, second] = [await createCluster(options[0]), await createCluster(options[1])];
  const input = inputOf(settings, progress);
  const later = { files: settings.others, server: settings.validates ? to : undefined, ownGates: resolveFeatures(options[1]) };
  const { before, after } = await loadSnapshots(input, later, streams.stdin);
  checkInput(before, streams);
  if (after !== before) checkInput(after, streams);
  const diagnostics = withoutRepeats(streams);
  for (const snapshot of [before, after]) tellRemarks(snapshot, diagnostics);
  const sides = [sideOf(first, before, options[0], diagnostics), sideOf(second, after, options[1], diagnostics)] as const;
  progress.tell(() => 'placing pods in both clusters');
  const found = inOneGo(compare(sides[0], sides[1], { now: Date.now(), limits }));
  const told = namespace === undefined ? found : within(namespace, found);
  printData(streams, formatDiff(told, settings), settings);
  for (const what of told.notCompared) diagnose(streams, 'note', `not compared: ${what}`);
  return exitCodeOf(told, streams);
}

type ClusterOptions = Parameters<ClusterFactory>[0];

function optionsOf({
  kubernetesVersion,
  featureGates,
  corrections,
}: Pick<Settings, 'kubernetesVersion' | 'featureGates' | 'corrections'>): ClusterOptions {
  return { ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }), featureGates, corrections };
}

function sideOf(empty: EmptyCluster, { objects }: Snapshot, options: ClusterOptions, streams: Pick<Streams, 'err'>): SideInput {
  const nodes = selectNodes(objects, undefined, streams);
  warnAboutCluster({ objects, nodes, features: resolveFeatures(options) }, streams);
  empty.applyDecoded({ ...objects, nodes });
  return { fork: empty.fork(), objects: { ...decodeObjects([]), workloads: objects.workloads } };
}

type EmptyCluster = Awaited<ReturnType<ClusterFactory>>;

/** The part of a comparison that is about one namespace. */
function within(namespace: string, found: Diff): Diff {
  const isIn = (one: { readonly namespace: string }): boolean => one.namespace === namespace;
  const [pods, evictions] = [found.pods.filter(isIn), found.evictions.filter(isIn)];
  const placed = [...pods.map(({ after }) => after), ...evictions.map(({ again }) => again?.placed)];
  const pending = placed.filter((one) => one?.kind === 'pending').length;
  return { ...found, pods, claims: found.claims.filter(isIn), evictions, pending };
}

function exitCodeOf({ kind, by, pending }: Diff, streams: Streams): ExitCode {
  if (kind === 'interrupted') {
    diagnose(streams, 'error', `interrupted by ${by}: what is told is what was known by then`);
    return EXIT.interrupted;
  }
  if (pending === 0) return EXIT.good;
  diagnose(streams, 'error', pending === 1 ? '1 pod fits nowhere afterwards' : `${pending} pods fit nowhere afterwards`);
  return EXIT.finding;
}
