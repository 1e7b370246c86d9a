// The affinity of a pod to other pods, compiled. Source: AffinityTerm and GetAffinityTerms of k8s.io/kube-scheduler v0.37.1.

import type { PodAffinityTerm } from '../../core/api/affinity.js';
import { type LabelPredicate, parsingLabelSelector, SELECTS_NONE } from '../../core/api/label-selector.js';
import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';

/** A set of pods, by namespace and labels, and the key of the node label whose values are the domains. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly namespaces: ReadonlySet<string>;
  /** Selects further namespaces by their labels. Undefined: none. */
  readonly namespaceSelector: LabelPredicate | undefined;
  readonly selector: LabelPredicate;
}

/** A preferred term. */
export interface WeightedTerm extends AffinityTerm {
  /** Negative for anti-affinity. */
  readonly weight: number;
}

/** The terms of a pod. */
export interface AffinityTerms {
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferred: readonly WeightedTerm[];
}

/** The labels of namespaces. */
export interface Namespaces {
  /** Returns the labels of a namespace; without an entry, a namespace has only its name as a label. */
  labelsOf(name: string): ReadonlyMap<string, string>;
  names(): Iterable<string>;
}

/** Returns the terms of a pod; undefined if it has none. */
export function* affinityTerms({ metadata: { namespace }, spec }: Pod, checkpoint: Checkpoint): Incremental<AffinityTerms | undefined> {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  if (podAffinity === undefined && podAntiAffinity === undefined) return undefined;
  const terms = {
    affinity: yield* parsingTerms(podAffinity?.required ?? [], namespace, checkpoint),
    antiAffinity: yield* parsingTerms(podAntiAffinity?.required ?? [], namespace, checkpoint),
    preferred: [
      ...(yield* parsingPreferred(podAffinity?.preferred ?? [], 1, namespace, checkpoint)),
      ...(yield* parsingPreferred(podAntiAffinity?.preferred ?? [], -1, namespace, checkpoint)),
    ],
  };
  const { affinity, antiAffinity, preferred } = terms;
  return affinity.length + antiAffinity.length + preferred.length === 0 ? undefined : terms;
}

function* parsingTerms(terms: readonly PodAffinityTerm[], namespace: string, checkpoint: Checkpoint): Incremental<readonly AffinityTerm[]> {
  const parsed: AffinityTerm[] = [];
  for (const term of terms) {
    parsed.push(yield* parsingTerm(term, namespace, checkpoint));
    if (checkpoint.due()) yield;
  }
  return parsed;
}

type Preferred = NonNullable<NonNullable<Pod['spec']['affinity']>['podAffinity']>['preferred'];

function* parsingPreferred(all: Preferred, sign: 1 | -1, namespace: string, checkpoint: Checkpoint): Incremental<readonly WeightedTerm[]> {
  const parsed: WeightedTerm[] = [];
  for (const { weight, podAffinityTerm } of all) {
    parsed.push({ ...(yield* parsingTerm(podAffinityTerm, namespace, checkpoint)), weight: sign * weight });
    if (checkpoint.due()) yield;
  }
  return parsed;
}

/** Compiles a term. A selector that the API server rejects selects no pod. */
function* parsingTerm(term: PodAffinityTerm, podNamespace: string, checkpoint: Checkpoint): Incremental<AffinityTerm> {
  const { labelSelector, namespaceSelector, namespaces, topologyKey } = term;
  const isOwnNamespace = namespaces.length === 0 && namespaceSelector === undefined;
  return {
    topologyKey,
    namespaces: new Set(isOwnNamespace ? [podNamespace] : namespaces),
    namespaceSelector: namespaceSelector && ((yield* parsingLabelSelector(namespaceSelector, checkpoint)) ?? SELECTS_NONE),
    selector: (yield* parsingLabelSelector(labelSelector, checkpoint)) ?? SELECTS_NONE,
  };
}

/** Returns whether a term selects a pod. */
export function selectsPod({ namespaces, namespaceSelector, selector }: AffinityTerm, { metadata }: Pod, all: Namespaces): boolean {
  const { namespace, labels } = metadata;
  const isNamespace = namespaces.has(namespace) || namespaceSelector?.(all.labelsOf(namespace)) === true;
  return isNamespace && selector(labels);
}
