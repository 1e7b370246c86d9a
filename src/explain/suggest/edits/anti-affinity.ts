// Creates edits of the pod's anti-affinity to pods in the node's domain, and of the anti-affinity of those pods to this pod.

import type { PodAffinityTerm } from '../../../core/api/affinity.js';
import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { append } from '../../../core/base/lists.js';
import { testingSome } from '../../../core/base/lists-in-increments.js';
import { type AffinityTerm, affinityTerms, isSelectedBy, selectsPod } from '../../../scheduler/filters/affinity-terms.js';
import type { NodeInfo, PodInfo } from '../../../scheduler/filters/node-info.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import { deletionOf, findingPods, isReplica, type PodElsewhere, storedPod } from './other-pods.js';
import type { PodSubject } from './pod-subject.js';
import { domainEdit, preferenceEdit, preferring, shownKey, smallerDomains, type TermPlace } from './pod-terms.js';

/**
 * First come deletions of pods that this pod's anti-affinity excludes. Later come deletions of pods whose anti-affinity
 * excludes this pod.
 */
const [EXCLUDED, EXCLUDING] = [0, 1];

/** Returns the edits after which no anti-affinity keeps the pod off the node. */
export function* antiAffinityEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { pod, filled, checkpoint } = subject;
  const written = pod.spec.affinity?.podAntiAffinity?.required ?? [];
  const terms = (yield* affinityTerms(filled, checkpoint))?.antiAffinity ?? [];
  const edits: Edit[] = [];
  for (let place = 0; place < Math.min(terms.length, written.length, MOST.terms); place++) {
    const found = yield* excludedBy(terms[place] as AffinityTerm, subject);
    if (found.length === 0) continue;
    const term = written[place] as PodAffinityTerm;
    const at: TermPlace = { group: 'podAntiAffinity', place, term, pods: [pod, ...replicasWith(subject, found, place, term)] };
    append(
      edits,
      smallerDomains(term.topologyKey, subject.info.node).map((key, loss) => domainEdit(at, key, loss)),
    );
    edits.push(preferenceEdit(at));
    append(edits, deletionOf(subject, found, 'which the pod anti-affinity excludes', EXCLUDED));
  }
  return [...edits, ...(yield* repellingEdits(subject))];
}

/** Returns pods in the domain of the node that a term of the pod selects. */
function* excludedBy(term: AffinityTerm, subject: PodSubject): Incremental<readonly PodElsewhere[]> {
  const { namespaces } = subject.on.cluster;
  const test = {
    holdsNode: (node: NodeInfo) => isSameDomain(term.topologyKey, node, subject.info),
    holds: ({ pod }: PodInfo) => selectsPod(term, pod, namespaces),
    work: term.work,
  };
  return yield* findingPods(subject, test, MOST.deletedPods + 1);
}

/** Returns the replicas of the pod among some pods that have a term at the same place. */
function replicasWith(
  subject: PodSubject,
  found: readonly PodElsewhere[],
  place: number,
  { topologyKey }: PodAffinityTerm,
): readonly Pod[] {
  const pods = found.length > MOST.deletedPods ? [] : found.flatMap((each) => storedPod(subject, each) ?? []);
  return pods.filter(
    (pod) => isReplica(pod, subject.filled) && pod.spec.affinity?.podAntiAffinity?.required[place]?.topologyKey === topologyKey,
  );
}

/** Returns the edits of pods whose anti-affinity excludes the pod. */
function* repellingEdits(subject: PodSubject): Incremental<readonly Edit[]> {
  const { filled, info: here, on } = subject;
  const { namespaces } = on.cluster;
  const repels = (term: AffinityTerm, node: NodeInfo): boolean =>
    isSameDomain(term.topologyKey, node, here) && isSelectedBy(term, filled, namespaces);
  const test = {
    holdsNode: ({ withTerms }: NodeInfo) => withTerms > 0,
    holds: ({ terms }: PodInfo, node: NodeInfo) => terms?.antiAffinity.slice(0, MOST.terms).some((term) => repels(term, node)) === true,
    work: 1,
  };
  const found = yield* findingPods(subject, test, MOST.deletedPods + 1);
  const [only, ...others] = found;
  if (only === undefined) return [];
  const deletion = deletionOf(subject, found, 'whose pod anti-affinity excludes this pod', EXCLUDING);
  return others.length > 0 ? deletion : [...deletion, ...preferredByOther(subject, only, repels)];
}

/** Returns the edit that turns the excluding terms of another pod into preferences. */
function preferredByOther(
  subject: PodSubject,
  other: PodElsewhere,
  repels: (term: AffinityTerm, node: NodeInfo) => boolean,
): readonly Edit[] {
  const object = storedPod(subject, other);
  const required = object?.spec.affinity?.podAntiAffinity?.required ?? [];
  const places = (other.info.terms?.antiAffinity ?? []).flatMap((term, place) => (repels(term, other.node) ? [place] : []));
  if (object === undefined || places.length === 0 || places.some((place) => required[place] === undefined)) return [];
  const keys = places.map((place) => shownKey((required[place] as PodAffinityTerm).topologyKey));
  return [
    {
      kind: 'preference',
      by: 'admin',
      text: `recreate pod ${objectName(object.metadata)} with a preferred pod anti-affinity over ${keys.join(' and ')} instead of a required one`,
      loss: 0,
      givesUp: true,
      changes: places.flatMap((place) => preferring(object, 'podAntiAffinity', place)),
    },
  ];
}

/** Returns the first node without a pod that the pod's anti-affinity excludes. Returns undefined if every node has such a pod. */
export function* nodeWithoutExcluded(subject: PodSubject, names: readonly string[]): Incremental<string | undefined> {
  const { filled, on, checkpoint } = subject;
  const { infoOf, namespaces } = on.cluster;
  const terms = ((yield* affinityTerms(filled, checkpoint))?.antiAffinity ?? []).slice(0, MOST.terms);
  for (const name of names) {
    const excludes = ({ pod }: PodInfo): boolean => terms.some((term) => selectsPod(term, pod, namespaces));
    if (!(yield* testingSome(infoOf(name)?.podInfos ?? [], excludes, checkpoint))) return name;
  }
  return undefined;
}

function isSameDomain(key: string, { node: left }: NodeInfo, { node: right }: NodeInfo): boolean {
  const value = right.metadata.labels.get(key);
  return value !== undefined && left.metadata.labels.get(key) === value;
}
