// InterPodAffinity: checks required affinity and anti-affinity between the pod and the pods on nodes. Source: plugin interpodaffinity of
// Kubernetes 1.37.1, without its fast path for hostnames (an alpha gate).

import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { shorten } from '../../core/base/words.js';
import { type AffinityTerm, affinityTerms, isSelectedBy, type Namespaces, selectsPod, workOf } from './affinity-terms.js';
import type { ClusterFilter, FilterCounts, PreparedClusterFilter } from './cluster-filter.js';
import { PASSED, type Rejection } from './filter.js';
import type { NodeInfo, PodInfo } from './node-info.js';
import { type AddShare, firstByName } from './topology-counts.js';

export const interPodAffinity: ClusterFilter = {
  plugin: 'InterPodAffinity',
  *preparing(pod, { namespaces, hasTerms }, checkpoint) {
    const { affinity = NONE, antiAffinity = NONE, error } = (yield* affinityTerms(pod, checkpoint)) ?? {};
    if (error !== undefined) return { refusal: { code: 'pod-affinity', message: `parsing pod: ${error}` } };
    if (!hasTerms && affinity.length + antiAffinity.length === 0) return undefined;
    return new PodAffinity(pod, { affinity, antiAffinity: yield* byTopologyKey(antiAffinity, checkpoint) }, namespaces);
  },
};

type Labels = Node['metadata']['labels'];

/** The counters, by topology key: pods that satisfy all affinity terms, pods that a term of anti-affinity selects, and terms of other pods that select the pod. */
const [AFFINITY, ANTI_AFFINITY, REPELLING] = ['affinity ', 'anti-affinity ', 'repelling '] as const;

/** The terms of anti-affinity with the same topology key, and the counters of that key. `rank`: the order of the keys. */
interface TermsOfKey {
  readonly rank: number;
  readonly key: string;
  readonly counter: string;
  readonly terms: readonly AffinityTerm[];
}

/** The terms of anti-affinity by topology key. */
interface TermsByKey {
  readonly all: readonly TermsOfKey[];
  readonly byKey: Pick<ReadonlyMap<string, TermsOfKey>, 'get'>;
}

class PodAffinity implements PreparedClusterFilter {
  readonly #pod: Pod;
  readonly #affinity: readonly AffinityTerm[];
  readonly #antiAffinity: TermsByKey;
  readonly #namespaces: Namespaces;
  /** The topology keys of the affinity terms. */
  readonly #keys: readonly string[];
  readonly #selectsItself: boolean;
  /** The work of a test of all terms on a pod, in units of a checkpoint. */
  readonly #work: number;

  constructor(pod: Pod, terms: { readonly affinity: readonly AffinityTerm[]; readonly antiAffinity: TermsByKey }, namespaces: Namespaces) {
    this.#pod = pod;
    this.#affinity = terms.affinity;
    this.#antiAffinity = terms.antiAffinity;
    this.#namespaces = namespaces;
    this.#keys = [...new Set(terms.affinity.map(({ topologyKey }) => topologyKey))];
    this.#work = workOf(terms.affinity) + terms.antiAffinity.all.reduce((sum, { terms: ofKey }) => sum + workOf(ofKey), 0);
    this.#selectsItself = this.#isSelectedByAll(pod);
  }

  *countNode({ node, podInfos, withTerms }: NodeInfo, add: AddShare, checkpoint: Checkpoint): Incremental<void> {
    if (withTerms === 0 && this.#work === 0) return;
    const { labels } = node.metadata;
    const antiAffinity = this.#antiAffinityOn(labels, checkpoint);
    for (const info of podInfos) {
      yield* this.#countPod(info, labels, antiAffinity, add, checkpoint);
      if (checkpoint.due()) yield;
    }
  }

  /**
   * Returns the terms of anti-affinity whose key a node may have, in order. The node may have many labels, or the terms many
   * keys, so the shorter list is iterated.
   */
  #antiAffinityOn(labels: Labels, checkpoint: Checkpoint): readonly TermsOfKey[] {
    const { all, byKey } = this.#antiAffinity;
    checkpoint.step(Math.min(all.length, labels.size) / KEYS_A_UNIT);
    if (all.length <= labels.size) return all;
    const ofNode: TermsOfKey[] = [];
    for (const key of labels.keys()) {
      const ofKey = byKey.get(key);
      if (ofKey !== undefined) ofNode.push(ofKey);
    }
    return ofNode.sort((left, right) => left.rank - right.rank);
  }

  *#countPod(
    { pod, name, terms }: PodInfo,
    labels: Labels,
    antiAffinity: readonly TermsOfKey[],
    add: AddShare,
    checkpoint: Checkpoint,
  ): Incremental<void> {
    for (const term of terms?.antiAffinity ?? NONE) {
      if (isSelectedBy(term, this.#pod, this.#namespaces)) addDomain(REPELLING, term.topologyKey, labels, name, add);
      if (checkpoint.due(term.work)) yield;
    }
    const isSelected = this.#affinity.length > 0 && (yield* this.#selecting(pod, checkpoint));
    for (const key of isSelected ? this.#keys : NONE) {
      addDomain(AFFINITY, key, labels, name, add);
      if (checkpoint.due()) yield;
    }
    for (const { key, terms: ofKey } of antiAffinity) {
      if (this.#isSelectedByAny(ofKey, pod)) addDomain(ANTI_AFFINITY, key, labels, name, add);
      if (checkpoint.due(workOf(ofKey))) yield;
    }
  }

  /** Returns whether all affinity terms select a pod. */
  *#selecting(pod: Pod, checkpoint: Checkpoint): Incremental<boolean> {
    for (const term of this.#affinity) {
      if (!selectsPod(term, pod, this.#namespaces)) return false;
      if (checkpoint.due(term.work)) yield;
    }
    return true;
  }

  passesAll(counts: FilterCounts): boolean {
    return this.#affinity.length === 0 && counts.isEmpty;
  }

  test({ node }: NodeInfo, counts: FilterCounts, checkpoint: Checkpoint): readonly Rejection[] {
    const { labels } = node.metadata;
    checkpoint.step(Math.min(this.#keys.length, labels.size) / KEYS_A_UNIT);
    const missing = this.#missingAffinity(labels, counts);
    if (missing !== undefined) return missing;
    for (const { key, counter } of this.#antiAffinityOn(labels, checkpoint)) {
      const rejections = conflictIn(ANTI_AFFINITY, counter, key, labels, counts);
      if (rejections !== undefined) return rejections;
    }
    for (const key of labels.size < counts.counterCount ? labels.keys() : repellingKeys(counts)) {
      const rejections = conflictIn(REPELLING, REPELLING + key, key, labels, counts);
      if (rejections !== undefined) return rejections;
    }
    checkpoint.step(Math.min(labels.size, counts.counterCount) / KEYS_A_UNIT);
    return PASSED;
  }

  /** Returns the rejection of a node that lacks the label of a term, or whose domain has no pod that satisfies all terms. */
  #missingAffinity(labels: Labels, counts: FilterCounts): readonly Rejection[] | undefined {
    const absent = this.#keys.find((key) => !labels.has(key));
    if (absent !== undefined)
      return [{ ...NO_AFFINITY, detail: `the node has no label ${shorten(absent, MOST_SHOWN)}, which the pod's affinity needs` }];
    const empty = this.#keys.find((key) => counts.sum(AFFINITY + key, labels.get(key) as string) === 0);
    if (empty === undefined) return undefined;
    // If pods have affinity to each other, the first one may run anywhere.
    if (this.#selectsItself && this.#keys.every((key) => counts.size(AFFINITY + key) === 0)) return undefined;
    return [{ ...NO_AFFINITY, detail: `no pod in ${domainText(empty, labels)} matches the pod's affinity` }];
  }

  #isSelectedByAny(terms: readonly AffinityTerm[], pod: Pod): boolean {
    return terms.some((term) => selectsPod(term, pod, this.#namespaces));
  }

  /** Returns whether the pod has affinity, and all its terms select a pod. */
  #isSelectedByAll(pod: Pod): boolean {
    return this.#affinity.length > 0 && this.#affinity.every((term) => selectsPod(term, pod, this.#namespaces));
  }
}

const NONE: readonly never[] = [];

/** The topology keys that a test looks up in a microsecond. */
const KEYS_A_UNIT = 8;

const NO_AFFINITY = { code: 'pod-affinity', message: "node(s) didn't match pod affinity rules" } as const;
const CONFLICT = { code: 'pod-anti-affinity', message: "node(s) didn't match pod anti-affinity rules" } as const;
const REPELLED = { code: 'existing-anti-affinity', message: "node(s) didn't satisfy existing pods anti-affinity rules" } as const;

/** Adds a pod to the count of the domain in which its node is. */
function addDomain(counter: string, key: string, labels: Labels, pod: string, add: AddShare): void {
  const value = labels.get(key);
  if (value !== undefined) add(counter + key, value, 1, pod);
}

/** Returns the topology keys of the terms of other pods. */
function* repellingKeys(counts: FilterCounts): Generator<string> {
  for (const counter of counts.counters()) if (counter.startsWith(REPELLING)) yield counter.slice(REPELLING.length);
}

function* byTopologyKey(terms: readonly AffinityTerm[], checkpoint: Checkpoint): Incremental<TermsByKey> {
  const byKey = new LargeMap<string, TermsOfKey & { readonly terms: AffinityTerm[] }>(numberOfText);
  const all: TermsOfKey[] = [];
  for (const term of terms) {
    const { topologyKey: key } = term;
    const known = byKey.get(key);
    if (known === undefined) {
      const ofKey = { rank: all.length, key, counter: ANTI_AFFINITY + key, terms: [term] };
      byKey.set(key, ofKey);
      all.push(ofKey);
    } else known.terms.push(term);
    if (checkpoint.due()) yield;
  }
  return { all, byKey };
}

type Conflict = typeof ANTI_AFFINITY | typeof REPELLING;

function conflictIn(kind: Conflict, counter: string, key: string, labels: Labels, counts: FilterCounts): readonly Rejection[] | undefined {
  const value = labels.get(key);
  const count = value === undefined ? undefined : counts.of(counter, value);
  if (count === undefined) return undefined;
  count.derived ??= [conflict(kind, domainText(key, labels), count.nodes)];
  return count.derived;
}

/** Returns the rejection that names the first pod in conflict. */
function conflict(kind: Conflict, domain: string, nodes: ReadonlyMap<NodeInfo, string | undefined>): Rejection {
  const info = firstByName(nodes.keys()) as NodeInfo;
  const other = `pod ${shorten(nodes.get(info) ?? '', MOST_SHOWN)} on node ${shorten(info.node.metadata.name, MOST_SHOWN)}`;
  return kind === ANTI_AFFINITY
    ? { ...CONFLICT, detail: `the pod's anti-affinity over ${domain} excludes ${other}` }
    : { ...REPELLED, detail: `the anti-affinity over ${domain} of ${other} excludes the pod` };
}

function domainText(key: string, labels: Labels): string {
  return `${shorten(key, MOST_SHOWN)}=${shorten(labels.get(key) ?? '', MOST_SHOWN)}`;
}

const MOST_SHOWN = 80;
