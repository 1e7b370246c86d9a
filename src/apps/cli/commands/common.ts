// The steps that commands share for their input.

import { disputedPools } from '../../../allocator/pools/disputed-pools.js';
import { SliceIndex } from '../../../allocator/pools/slice-index.js';
import { objectName } from '../../../core/api/meta.js';
import type { Node } from '../../../core/api/node.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { count, some } from '../../../core/base/words.js';
import { type FeatureOptions, type Features, resolveFeatures } from '../../../core/features/features.js';
import { workloadRemarks } from '../../../scheduler/pods/notes.js';
import { controllerOf } from '../../../scheduler/pods/ownership.js';
import { didYouMean } from '../arguments.js';
import { findGaps, type NeedingCommand } from '../input/completeness.js';
import { ContentError, type Diagnostic } from '../input/content-error.js';
import { type GroupGate, gatesOfGroups, notesOnGates, withGates } from '../input/group-gates.js';
import type { Snapshot, SnapshotOptions } from '../input/snapshot.js';
import { makeNodes, nodesOf } from '../nodes.js';
import type { ExplainSettings, Settings } from '../options.js';
import { diagnose, type Streams } from '../streams.js';
import type { Progress } from '../terminal/progress.js';

/** The most warnings about the input; others are only counted. */
const MAX_WARNINGS = 100;

/** Returns the options for reading the input, including the API server that validates it. */
export function inputOf(
  { files, recursive, podTemplates, namespace, validates, kubernetesVersion, featureGates, time }: Omit<Settings, 'output'>,
  progress: Progress,
): SnapshotOptions {
  const options = { kubernetesVersion, featureGates };
  return {
    files,
    recursive,
    podTemplates,
    namespace,
    libraryGates: resolveFeatures(options),
    server: validates ? options : undefined,
    progress,
    checkpoint: time.checkpoint,
  };
}

/**
 * Prints the result of a command. Tabs in the text of a template are printed unchanged; tabs in values are already escaped.
 * Tables have styles.
 */
export function printData(streams: Streams, text: string, { output }: Pick<Settings | ExplainSettings, 'output'>): void {
  const isTemplate = typeof output !== 'string';
  const isStyled = isTemplate ? output.kind === 'custom-columns' : output === 'table' || output === 'wide';
  streams.out(text, { keepsTabs: isTemplate, isStyled });
}

/** Prints the warnings from reading the input. */
export function warnAboutInput({ warnings }: { readonly warnings: readonly Diagnostic[] }, streams: Streams): void {
  for (const { message, place, severity = 'warning' } of warnings.slice(0, MAX_WARNINGS)) diagnose(streams, severity, message, place);
  if (warnings.length > MAX_WARNINGS) diagnose(streams, 'warning', `${warnings.length - MAX_WARNINGS} more warnings are not shown`);
}

/** The settings that decide whether an input is complete. */
type CheckSettings = Pick<Settings, 'allowsIncomplete' | 'devicesOnly' | 'kubernetesVersion' | 'featureGates'>;

/**
 * Prints the warnings about the input, for a command whose result is wrong if objects are missing. Throws {@link ContentError}
 * if the input shows that objects are missing, and for unknown kinds that make pods.
 */
export function checkInput(
  snapshot: Pick<Snapshot, 'objects' | 'warnings' | 'locate'>,
  command: NeedingCommand,
  settings: CheckSettings,
  streams: Streams,
): void {
  const { objects, warnings } = snapshot;
  const { allowsIncomplete, devicesOnly } = settings;
  const blocks = ({ hidesPods }: Diagnostic): boolean => hidesPods === true && command !== 'inventory' && !allowsIncomplete;
  const gaps = findGaps({ objects, command, devicesOnly, features: resolveFeatures(settings) }).map(({ message, object, isNote }) => {
    const place = snapshot.locate(object);
    const diagnostic: Diagnostic = { message, ...(place === undefined ? {} : { place }), ...(isNote ? { severity: 'note' } : {}) };
    return { diagnostic, isFatal: !isNote && !allowsIncomplete };
  });
  const diagnostics = gaps.filter(({ isFatal }) => !isFatal).map(({ diagnostic }) => diagnostic);
  warnAboutInput({ warnings: [...warnings.filter((warning) => !blocks(warning)), ...diagnostics] }, streams);
  const fatal = gaps.filter(({ isFatal }) => isFatal).map(({ diagnostic }) => diagnostic);
  const [first, ...others] = [...warnings.filter(blocks), ...fatal];
  if (first !== undefined) throw new ContentError(first, others);
}

/** Prints remarks on properties of workloads' pods that the answer does not consider. */
export function printRemarks(snapshot: Pick<Snapshot, 'objects' | 'locate'>, streams: Pick<Streams, 'err'>): void {
  for (const { severity, message, object } of workloadRemarks(snapshot.objects)) {
    diagnose(streams, severity, message, snapshot.locate(object));
  }
}

/** The part of a cluster that the checks of a command use. */
interface ObservedCluster {
  readonly objects: ObjectSet;
  readonly nodes: readonly Node[];
  /** The options of the user. */
  readonly options: FeatureOptions;
  /** The gates that PodGroups need. Default: PodGroups among the objects. */
  readonly gates?: readonly GroupGate[];
}

/**
 * Prints notes and warnings that change how to read the answer: gates that count as on, ignored rules and PodGroups, and pools whose answer
 * depends on the order of slices.
 */
export function warnAboutCluster(
  { objects, nodes, options, gates = gatesOfGroups(objects.podGroups) }: ObservedCluster,
  streams: Pick<Streams, 'err'>,
  checkpoint: Checkpoint,
): void {
  for (const note of notesOnGates(options, gates)) diagnose(streams, 'note', note);
  const features = resolveFeatures(withGates(options, gates));
  noteIgnoredRules(objects, features, streams);
  notePodGroups(objects, features, streams);
  warnAboutPools({ objects, nodes, features }, streams, checkpoint);
}

/** Warns about pools whose result depends on the order of slices. */
export function warnAboutPools(
  { objects, nodes, features }: { readonly objects: ObjectSet; readonly nodes: readonly Node[]; readonly features: Features },
  streams: Pick<Streams, 'err'>,
  checkpoint: Checkpoint,
): void {
  const disputed = inOneGo(disputedPools(new SliceIndex(objects.resourceSlices), nodes, features, checkpoint));
  for (const { text } of disputed.slice(0, MAX_WARNINGS)) diagnose(streams, 'warning', text);
  if (disputed.length > MAX_WARNINGS)
    diagnose(streams, 'warning', `slices disagree on resourceSliceCount in ${count(disputed.length - MAX_WARNINGS, 'more pool')}`);
}

/** Prints a note if the gate for DeviceTaintRules is off and the input has such rules. Devices then count as untainted. */
function noteIgnoredRules({ deviceTaintRules }: ObjectSet, features: Features, streams: Pick<Streams, 'err'>): void {
  const count = deviceTaintRules.length;
  if (count === 0 || features.deviceTaintRules) return;
  const what = count === 1 ? 'the DeviceTaintRule is' : `${count} DeviceTaintRules are`;
  diagnose(streams, 'note', `${what} ignored: the gate DRADeviceTaintRules is off`);
}

/** Prints notes on PodGroups that the result does not consider fully. */
function notePodGroups({ podGroups }: ObjectSet, { genericWorkload }: Features, streams: Pick<Streams, 'err'>): void {
  if (podGroups.length > 0 && !genericWorkload) {
    diagnose(streams, 'note', 'the gate GenericWorkload is off: the pods of a PodGroup are not placed together');
    return;
  }
  const jobs = podGroups.flatMap((group) => {
    const owner = controllerOf(group);
    return owner?.kind === 'Job' ? [objectName({ namespace: group.metadata.namespace, name: owner.name })] : [];
  });
  if (jobs.length > 0) {
    const names = some([...new Set(jobs)], MAX_WARNINGS);
    diagnose(streams, 'note', `the gate WorkloadWithJob is not considered: pods that Job ${names} has yet to create belong to no PodGroup`);
  }
}

const NOTHING_ELSE = 'without labels, taints or resource limits';

/**
 * Returns the nodes to check: all, or the node of --node. Prints a note if nodes had to be created from names in slices. Throws
 * {@link ContentError}.
 */
export function selectNodes(objects: ObjectSet, requestedNode: string | undefined, streams: Pick<Streams, 'err'>): readonly Node[] {
  const { nodes, made } = nodesOf(objects);
  if (requestedNode === undefined) {
    if (made && nodes.length > 0) {
      diagnose(
        streams,
        'note',
        `the input has no Node objects: using ${count(nodes.length, 'node')} that ResourceSlices name, ${NOTHING_ELSE}`,
      );
    }
    return nodes;
  }
  const found = nodes.find((node) => node.metadata.name === requestedNode);
  if (made) diagnose(streams, 'note', `the input has no Node objects: using node ${requestedNode} ${NOTHING_ELSE}`);
  if (found !== undefined) return [found];
  if (made) return makeNodes([requestedNode]);
  const names = nodes.map((node) => node.metadata.name);
  throw new ContentError({ message: `the input has no node "${requestedNode}"${didYouMean(requestedNode, names)}` });
}
