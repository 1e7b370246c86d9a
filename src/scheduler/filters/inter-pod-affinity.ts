// InterPodAffinity: checks required affinity and anti-affinity between the pod and the pods on nodes. Source: plugin interpodaffinity of
// Kubernetes 1.37.1, without its fast path for hostnames (an alpha gate).

import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import { compareBytes } from '../../core/base/byte-order.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { shorten } from '../../core/base/words.js';
import { type AffinityTerm, affinityTerms, isSelectedBy, type Namespaces, selectsPod } from './affinity-terms.js';
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
    return new PodAffinity(pod, { affinity, antiAffinity }, namespaces);
  },
};

type Labels = Node['metadata']['labels'];

/** The counters, by topology key: pods that satisfy all affinity terms, pods that a term of anti-affinity selects, and terms of other pods that select the pod. */
const [AFFINITY, ANTI_AFFINITY, REPELLING] = ['affinity ', 'anti-affinity ', 'repelling '] as const;

class PodAffinity implements PreparedClusterFilter {
  readonly #pod: Pod;
  readonly #affinity: readonly AffinityTerm[];
  readonly #antiAffinity: readonly AffinityTerm[];
  readonly #namespaces: Namespaces;
  /** The topology keys of the affinity terms. */
  readonly #keys: readonly string[];
  readonly #selectsItself: boolean;

  constructor(
    pod: Pod,
    terms: { readonly affinity: readonly AffinityTerm[]; readonly antiAffinity: readonly AffinityTerm[] },
    namespaces: Namespaces,
  ) {
    this.#pod = pod;
    this.#affinity = terms.affinity;
    this.#antiAffinity = terms.antiAffinity;
    this.#namespaces = namespaces;
    this.#keys = [...new Set(terms.affinity.map(({ topologyKey }) => topologyKey))];
    this.#selectsItself = this.#isSelectedByAll(pod);
  }

  *countNode({ node, podInfos, withTerms }: NodeInfo, add: AddShare, checkpoint: Checkpoint): Incremental<void> {
    const terms = this.#affinity.length + this.#antiAffinity.length;
    if (withTerms === 0 && terms === 0) return;
    for (const { pod, terms: others } of podInfos) {
      const repelling = others?.antiAffinity ?? NONE;
      addDomains(
        REPELLING,
        repelling.filter((term) => isSelectedBy(term, this.#pod, this.#namespaces)),
        node,
        add,
      );
      if (this.#isSelectedByAll(pod)) addDomains(AFFINITY, this.#affinity, node, add);
      addDomains(
        ANTI_AFFINITY,
        this.#antiAffinity.filter((term) => this.#selects(term, pod)),
        node,
        add,
      );
      if (checkpoint.due(1 + (terms + repelling.length) / ITEMS_A_UNIT)) yield;
    }
  }

  passesAll(counts: FilterCounts): boolean {
    return this.#affinity.length === 0 && counts.isEmpty;
  }

  test({ node }: NodeInfo, counts: FilterCounts, checkpoint: Checkpoint): readonly Rejection[] {
    checkpoint.step(this.#keys.length + this.#antiAffinity.length);
    const { labels } = node.metadata;
    const missing = this.#missingAffinity(labels, counts);
    if (missing !== undefined) return missing;
    for (const { topologyKey } of this.#antiAffinity) {
      const rejections = this.#conflictIn(ANTI_AFFINITY, topologyKey, labels, counts);
      if (rejections !== undefined) return rejections;
    }
    for (const counter of counts.counters()) {
      if (!counter.startsWith(REPELLING)) continue;
      const rejections = this.#conflictIn(REPELLING, counter.slice(REPELLING.length), labels, counts);
      if (rejections !== undefined) return rejections;
    }
    return PASSED;
  }

  /** Returns the rejection of a node that lacks the label of a term, or whose domain has no pod that satisfies all terms. */
  #missingAffinity(labels: Labels, counts: FilterCounts): readonly Rejection[] | undefined {
    const absent = this.#keys.find((key) => !labels.has(key));
    if (absent !== undefined) return [{ ...NO_AFFINITY, detail: `the node has no label ${shorten(absent, MOST_SHOWN)}` }];
    const empty = this.#keys.find((key) => counts.sum(AFFINITY + key, labels.get(key) as string) === 0);
    if (empty === undefined) return undefined;
    // The first of pods with affinity to each other can start anywhere.
    if (this.#selectsItself && this.#keys.every((key) => counts.size(AFFINITY + key) === 0)) return undefined;
    return [{ ...NO_AFFINITY, detail: `no pod that matches is on a node with ${domainText(empty, labels)}` }];
  }

  #conflictIn(
    counter: typeof ANTI_AFFINITY | typeof REPELLING,
    key: string,
    labels: Labels,
    counts: FilterCounts,
  ): readonly Rejection[] | undefined {
    const value = labels.get(key);
    const count = value === undefined ? undefined : counts.of(counter + key, value);
    if (count === undefined) return undefined;
    count.derived ??= [this.#conflict(counter, key, domainText(key, labels), count.nodes)];
    return count.derived;
  }

  /** Returns the rejection that names the first pod in conflict. */
  #conflict(counter: typeof ANTI_AFFINITY | typeof REPELLING, key: string, domain: string, nodes: Iterable<NodeInfo>): Rejection {
    const isOwn = counter === ANTI_AFFINITY;
    const hasConflict = ({ pod, terms }: PodInfo): boolean =>
      (isOwn ? this.#antiAffinity : (terms?.antiAffinity ?? NONE)).some(
        (term) => term.topologyKey === key && (isOwn ? this.#selects(term, pod) : isSelectedBy(term, this.#pod, this.#namespaces)),
      );
    const info = firstByName(nodes);
    const names = info?.podInfos.filter(hasConflict).map(({ name }) => name) ?? [];
    const other = `pod ${shorten(names.sort(compareBytes)[0] ?? '', MOST_SHOWN)} on node ${shorten(info?.node.metadata.name ?? '', MOST_SHOWN)}`;
    return isOwn
      ? { ...CONFLICT, detail: `${other} matches, and its node has ${domain}, too` }
      : { ...REPELLED, detail: `${other} has anti-affinity to this pod, and its node has ${domain}, too` };
  }

  #selects(term: AffinityTerm, pod: Pod): boolean {
    return selectsPod(term, pod, this.#namespaces);
  }

  /** Returns whether the pod has affinity, and all its terms select a pod. */
  #isSelectedByAll(pod: Pod): boolean {
    return this.#affinity.length > 0 && this.#affinity.every((term) => this.#selects(term, pod));
  }
}

const NONE: readonly never[] = [];

const NO_AFFINITY = { code: 'pod-affinity', message: "node(s) didn't match pod affinity rules" } as const;
const CONFLICT = { code: 'pod-anti-affinity', message: "node(s) didn't match pod anti-affinity rules" } as const;
const REPELLED = { code: 'existing-anti-affinity', message: "node(s) didn't satisfy existing pods anti-affinity rules" } as const;

/** Adds a pod to the counts of the domains in which its node is. */
function addDomains(counter: string, terms: readonly AffinityTerm[], node: Node, add: AddShare): void {
  for (const { topologyKey } of terms) {
    const value = node.metadata.labels.get(topologyKey);
    if (value !== undefined) add(counter + topologyKey, value, 1);
  }
}

function domainText(key: string, labels: Labels): string {
  return `${shorten(key, MOST_SHOWN)}=${shorten(labels.get(key) ?? '', MOST_SHOWN)}`;
}

const MOST_SHOWN = 80;
