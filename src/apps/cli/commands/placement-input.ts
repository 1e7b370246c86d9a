// Reads, checks and applies the input of commands that place pods.

import type { Node } from '../../../core/api/node.js';
import { type Features, resolveFeatures } from '../../../core/features/features.js';
import { gatesOfGroups, withGates } from '../input/group-gates.js';
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
  /** The gates of the user, and those that PodGroups turn on. */
  readonly featureGates: Readonly<Record<string, boolean>>;
}

type OptionSettings = Pick<Settings, 'kubernetesVersion' | 'featureGates' | 'corrections'>;

type ClusterOptions = Parameters<ClusterFactory>[0];

/** Returns the options of a cluster with the semantics that the user chose. */
export function clusterOptionsOf({ kubernetesVersion, featureGates, corrections }: OptionSettings): ClusterOptions {
  return { ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }), featureGates, corrections };
}

/** Returns the options of a cluster with the gates that PodGroups of the input need. */
export function optionsFor({ objects }: Pick<Snapshot, 'objects'>, settings: OptionSettings): ClusterOptions {
  return withGates(clusterOptionsOf(settings), gatesOfGroups(objects.podGroups));
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
  const snapshot = await loadSnapshot(inputOf(settings, progress), streams.stdin);
  const options = optionsFor(snapshot, settings);
  const cluster = await createCluster(options);
  const requestedNames = objectNames(names, settings.namespace, snapshot.objects.workloads);
  checkInput(snapshot, command, settings, streams);
  // The other commands print the remarks as notes.
  if (command === 'nodes') printRemarks(snapshot, streams);
  const nodes = selectNodes(snapshot.objects, settings.node, streams);
  const features = resolveFeatures(options);
  applyObjects(cluster, snapshot, nodes, features);
  return { snapshot, requestedNames, nodes, cluster, features, featureGates: options.featureGates ?? {} };
}
