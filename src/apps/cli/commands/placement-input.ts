// Reads, checks and applies the input of commands that place pods.

import type { Node } from '../../../core/api/node.js';
import { type Features, resolveFeatures } from '../../../core/features/features.js';
import { loadSnapshot } from '../input/load-snapshot.js';
import type { Snapshot } from '../input/snapshot.js';
import type { ClusterFactory, PlacementCluster } from '../library.js';
import { checkObjectNames, objectNames } from '../object-names.js';
import type { Settings } from '../options.js';
import type { Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';
import { checkInput, inputOf, printRemarks, selectNodes } from './common.js';
import { applyObjects } from './groups.js';

/** The input of a command, in a cluster. */
interface PlacementInput {
  readonly snapshot: Snapshot;
  /** The full names of the arguments. */
  readonly requestedNames: readonly string[];
  readonly nodes: readonly Node[];
  readonly cluster: PlacementCluster;
  readonly features: Features;
}

/** Returns the options of a cluster with the semantics that the user chose. */
export function clusterOptionsOf({
  kubernetesVersion,
  featureGates,
  corrections,
}: Pick<Settings, 'kubernetesVersion' | 'featureGates' | 'corrections'>): Parameters<ClusterFactory>[0] {
  return { ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }), featureGates, corrections };
}

/** Reads the input of a command. Throws the errors that `explainError` explains. */
export async function readPlacementInput(
  command: 'allocate' | 'explain' | 'nodes',
  names: readonly string[],
  settings: Omit<Settings, 'output'>,
  streams: Streams,
  createCluster: ClusterFactory,
  progress: Progress,
): Promise<PlacementInput> {
  checkObjectNames(names);
  const options = clusterOptionsOf(settings);
  const cluster = await createCluster(options);
  const snapshot = await loadSnapshot(inputOf(settings, progress), streams.stdin);
  const requestedNames = objectNames(names, settings.namespace, snapshot.objects.workloads);
  checkInput(snapshot, command, settings, streams);
  // The other commands print the remarks as notes.
  if (command === 'nodes') printRemarks(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, settings.node, streams);
  const features = resolveFeatures(options);
  applyObjects(cluster, snapshot, nodes, features);
  return { snapshot, requestedNames, nodes, cluster, features };
}
