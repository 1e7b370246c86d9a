// Collects all candidate edits. Edits that change the same thing form a ladder, from the smallest change to the largest.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { append } from '../../core/base/lists.js';
import { filtering, mappingEach } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import { REJECTION_CODES } from '../../scheduler/filters/rejection-codes.js';
import type { Target } from './change.js';
import { compareEdits, type Edit } from './edit.js';
import { antiAffinityEdits } from './edits/anti-affinity.js';
import { capacityEdits } from './edits/capacities.js';
import { freeingEdits, unusableClaims } from './edits/claims-in-use.js';
import { alternativeEdits, classEdits } from './edits/classes.js';
import { constraintEdits, semanticsEdits } from './edits/constraints.js';
import { countEdits } from './edits/counts.js';
import { type DeviceFacts, deviceFactsOf } from './edits/device-facts.js';
import { hostPortEdits } from './edits/host-ports.js';
import { nodeEdits } from './edits/new-nodes.js';
import { type SliceNames, sliceNamesOf } from './edits/new-slices.js';
import { nodeSelectorEdits } from './edits/node-selectors.js';
import { nodeTaintEdits } from './edits/node-taints.js';
import { podAffinityEdits } from './edits/pod-affinity.js';
import { podAmountEdits, servedAmountEdits, shortagesOf } from './edits/pod-amounts.js';
import { gateEdits, nodeNameEdits } from './edits/pod-gates.js';
import { type PodSubject, podSubject } from './edits/pod-subject.js';
import { completingEdits, deviceEdits, distinctEdits } from './edits/pools.js';
import { requestedDeviceEdits } from './edits/requested-devices.js';
import { requestEdits } from './edits/requests.js';
import { runningPodEdits } from './edits/running-pods.js';
import { selectorEdits } from './edits/selectors.js';
import { servedNameEdits } from './edits/served-names.js';
import { untaintingEdits } from './edits/taints.js';
import { tolerationEdits } from './edits/tolerations.js';
import { spreadEdits } from './edits/topology-spread.js';
import { volumeEdits } from './edits/volumes.js';
import type { PodOnNode } from './pod-trial.js';
import { pendingClaims, type Question } from './question.js';

/**
 * Edits that change the same thing, from the smallest change to the largest. If the last one does not help, no other one does.
 * Most ladders have one edit.
 */
export type Ladder = readonly Edit[];

/** A question, with the facts that several kinds of edits need. */
interface Findings {
  readonly question: Question;
  readonly names: SliceNames;
  readonly facts: DeviceFacts;
}

/** The functions that make ladders of edits, and single edits. */
const LADDERS: readonly ((from: Findings) => Incremental<readonly Ladder[]>)[] = [
  ({ question }) => countEdits(question),
  ({ question }) => capacityEdits(question),
  ({ question }) => semanticsEdits(question),
  ({ question, names }) => deviceEdits(question, names),
];
const SINGLE_EDITS: readonly ((from: Findings) => Incremental<readonly Edit[]>)[] = [
  ({ question }) => tolerationEdits(question),
  ({ question, facts }) => constraintEdits(question, facts),
  ({ question, facts }) => selectorEdits(question, facts),
  ({ question }) => classEdits(question),
  ({ question }) => alternativeEdits(question),
  ({ question }) => requestEdits(question),
  ({ question }) => freeingEdits(question),
  ({ question }) => untaintingEdits(question),
  ({ question }) => completingEdits(question),
  ({ question }) => distinctEdits(question),
  ({ question, names }) => nodeEdits(question, names),
];

/** The most edits of a kind that are tried. Edits with the lowest loss come first. */
const MOST_OF_A_KIND = 256;

/** Returns all edits of a question, most useful first. */
export function* laddersOf(question: Question): Incremental<readonly Ladder[]> {
  const names = yield* sliceNamesOf(question);
  if (!(yield* needsDevices(question))) return (yield* nodeEdits(question, names)).map((edit) => [edit]);
  const { checkpoint } = question;
  const found = { question, names, facts: yield* deviceFactsOf(question) };
  const lists = yield* mappingEach(LADDERS, (list) => list(found), checkpoint);
  const single = yield* mappingEach(SINGLE_EDITS, (list) => list(found), checkpoint);
  const ladders: readonly Ladder[] = [...lists.flat(), ...single.flat().map((edit) => [edit])];
  // If several slices have one name, a patch could not distinguish them.
  const isAmbiguous = ({ kind, object }: Target): boolean => kind === 'ResourceSlice' && names.ambiguous.has(object.metadata.name);
  const named = yield* filtering(
    ladders,
    ([first]) => first !== undefined && !first.changes.some(({ target }) => isAmbiguous(target)),
    checkpoint,
  );
  return yield* inOrder(named, checkpoint);
}

/**
 * Returns whether any claim needs devices, or would need devices after its current allocation is freed. Otherwise only edits of
 * the pod or another node can help.
 */
function* needsDevices(question: Question): Incremental<boolean> {
  return pendingClaims(question).length > 0 || (yield* unusableClaims(question)).length > 0;
}

/** Returns the edits to try if no other edit helps. */
export function lastResortOf(question: Question): Incremental<readonly Ladder[]> {
  return requestedDeviceEdits(question);
}

/** Returns all edits after which the filters may accept the pod of a question. */
export function* podLaddersOf({ world, checkpoint }: Question, pod: PodOnNode): Incremental<readonly Ladder[]> {
  const subject = podSubject(pod, checkpoint);
  if (subject === undefined) return [];
  const lacking = yield* shortagesOf(subject);
  const related = yield* relatedLadders(subject);
  const single = [
    ...gateEdits(subject),
    ...nodeNameEdits(subject),
    ...nodeTaintEdits(subject),
    ...(yield* nodeSelectorEdits(subject)),
    ...hostPortEdits(subject),
    ...(yield* runningPodEdits(subject, lacking)),
    ...(pod.perNode === undefined ? [] : yield* servedNameEdits(subject, world.classes())),
  ];
  const served = pod.perNode === undefined ? [] : yield* servedAmountEdits(subject);
  const ladders: readonly Ladder[] = [...(yield* podAmountEdits(subject, lacking)), ...served, ...related, ...single.map((edit) => [edit])];
  return yield* inOrder(
    ladders.filter(({ length }) => length > 0),
    checkpoint,
  );
}

/** The plugins whose rejections edits of volumes may end. */
const VOLUME_PLUGINS: readonly string[] = ['VolumeRestrictions', 'NodeVolumeLimits', 'VolumeBinding', 'VolumeZone'];

/** Returns the ladders for the rules that reject the node and depend on volumes or on the pods of all nodes. */
function* relatedLadders(subject: PodSubject): Incremental<readonly Ladder[]> {
  const { on, filled, info, checkpoint } = subject;
  const rejections = yield* on.cluster.testing(filled, { info, others: [] }, checkpoint);
  const plugins = new Set(rejections.map(({ code }) => REJECTION_CODES[code].plugin));
  const single: Edit[] = [];
  if (plugins.has('InterPodAffinity')) {
    append(single, yield* antiAffinityEdits(subject));
    append(single, yield* podAffinityEdits(subject));
  }
  const ofSpread = plugins.has('PodTopologySpread') ? yield* spreadEdits(subject) : [];
  const ofVolumes = [...plugins].some((plugin) => VOLUME_PLUGINS.includes(plugin)) ? yield* volumeEdits(subject) : [];
  append(single, ofVolumes);
  return [...ofSpread, ...single.map((edit) => [edit])];
}

/** Returns the edits that let the pod of a question request fewer extended resources that devices serve. */
export function* extendedLaddersOf({ checkpoint }: Question, pod: PodOnNode): Incremental<readonly Ladder[]> {
  const subject = pod.perNode === undefined ? undefined : podSubject(pod, checkpoint);
  return subject === undefined ? [] : (yield* servedAmountEdits(subject)).filter(({ length }) => length > 0);
}

/** Sorts ladders by their first edits, and returns the first ladders of each kind. */
function* inOrder(ladders: readonly Ladder[], checkpoint: Checkpoint): Incremental<readonly Ladder[]> {
  const sorted = yield* sorting(ladders, (left, right) => compareEdits(left[0] as Edit, right[0] as Edit), checkpoint);
  const counts = new Map<string, number>();
  return yield* filtering(
    sorted,
    ([first]) => {
      const { by, kind } = first as Edit;
      const key = `${by} ${kind}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= MOST_OF_A_KIND;
    },
    checkpoint,
  );
}
