// Prepares an input of `simulate`: its objects, its nodes and its plan.

import { some } from '../../../core/base/words.js';
import type { Cluster } from '../../../library/cluster.js';
import { checkInput, inputOf, printRemarks, selectNodes, warnAboutCluster, warnAboutInput } from '../commands/common.js';
import { withGates } from '../input/group-gates.js';
import { loadSnapshot, type SnapshotWithDocuments } from '../input/load-snapshot.js';
import type { SnapshotOptions } from '../input/snapshot.js';
import type { ClusterFactory } from '../library.js';
import { diagnose, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { type InputPlan, OTHERS, planOfInput, skippedIn } from './plan-of-input.js';
import type { SimulateSettings } from './settings.js';

/** An input that is ready to run. */
export interface PreparedInput {
  readonly loaded: SnapshotWithDocuments;
  readonly nodes: SnapshotWithDocuments['snapshot']['objects']['nodes'];
  readonly plan: InputPlan;
}

/** Returns the options for reading the input. */
export function inputOfSimulation(settings: SimulateSettings, progress: Progress): SnapshotOptions {
  return { ...inputOf({ ...settings, devicesOnly: false, podOrder: settings.order }, progress), others: OTHERS };
}

/** Prepares an input, and prints its warnings. Throws ContentError and InputError. */
export async function prepareInput(
  loaded: SnapshotWithDocuments,
  input: SnapshotOptions,
  settings: SimulateSettings,
  streams: Streams,
): Promise<PreparedInput> {
  const { snapshot } = loaded;
  checkInput(snapshot, 'simulate', { ...settings, devicesOnly: false }, streams);
  printRemarks(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, undefined, streams);
  warnAboutCluster({ objects: snapshot.objects, nodes, options: settings, gates: loaded.gates }, streams, settings.time.checkpoint);
  const templates = await Promise.all(
    settings.nodeTemplates.map(async ({ of, count }) => ({
      snapshot: await loadSnapshot({ ...input, files: [of] }, streams.stdin),
      count,
    })),
  );
  for (const each of templates) warnAboutInput(each.snapshot, streams);
  const plan = planOfInput(loaded, settings, templates);
  const skipped = Array.from(skippedIn(plan.events), ([kind, count]) => `${count} ${kind}`);
  if (skipped.length > 0)
    diagnose(streams, 'note', `skipped objects in events, because their kinds do not affect devices: ${some(skipped, 20)}`);
  return { loaded, nodes, plan };
}

/** Returns the options of a cluster. `release` overrides the release from the options. */
export function libraryOptions(
  { gates }: Pick<SnapshotWithDocuments, 'gates'>,
  { kubernetesVersion, featureGates, corrections }: SimulateSettings,
  release = kubernetesVersion,
): Parameters<ClusterFactory>[0] {
  return withGates({ ...(release === undefined ? {} : { kubernetesVersion: release }), featureGates, corrections }, gates);
}

/** Returns a cluster with the objects of an input. */
export async function clusterOf(
  { loaded, nodes }: PreparedInput,
  options: Parameters<ClusterFactory>[0],
  createCluster: ClusterFactory,
): Promise<Pick<Cluster, 'fork'>> {
  const cluster = await createCluster(options);
  cluster.parts.cluster.apply({ ...loaded.snapshot.objects, nodes });
  return cluster;
}
