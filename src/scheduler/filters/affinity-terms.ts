// The affinity of a pod to other pods, compiled. Source: AffinityTerm and GetAffinityTerms of k8s.io/kube-scheduler v0.37.1.

import type { Affinity, PodAffinityTerm, PreferredPods } from '../../core/api/affinity.js';
import { EMPTY_MAP } from '../../core/api/decoder.js';
import { type LabelPredicate, parsingLabelSelector, SELECTS_ALL, workOfTest } from '../../core/api/label-selector.js';
import type { ObjectMeta } from '../../core/api/meta.js';
import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { aggregate } from '../../core/base/field-error.js';
import { type Incremental, NO_WORK } from '../../core/base/incremental.js';
import { type Membership, membershipOf } from '../../core/base/membership.js';

/** A set of pods, by namespace and labels. Also the key of the node label whose values are the domains. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly namespaces: Membership;
  /** Selects further namespaces by their labels. Undefined: none. */
  readonly namespaceSelector: LabelPredicate | undefined;
  readonly selector: LabelPredicate;
  /** The work of one test of the term, in units of a checkpoint. */
  readonly work: number;
}

/** A preferred term. */
export interface WeightedTerm extends AffinityTerm {
  /** Negative for anti-affinity. */
  readonly weight: number;
}

/** The terms of a pod. If any term of a group has an error, the group has no terms. */
export interface AffinityTerms {
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  readonly preferred: readonly WeightedTerm[];
  /** The errors of the groups, if there are any. */
  readonly error?: string;
}

type Labels = Parameters<LabelPredicate>[0];

/** The labels of namespaces. */
export interface Namespaces {
  /** Undefined for a namespace that is not stored. */
  labelsOf(name: string): Labels | undefined;
}

/**
 * Returns the labels of these namespaces. The API server sets the name as a label. It is the only label of a namespace if the
 * input has no namespaces.
 */
export function namespacesOf(stored: Pick<ReadonlyMap<string, { readonly metadata: ObjectMeta }>, 'get' | 'size'>): Namespaces {
  return {
    labelsOf(name) {
      const namespace = stored.get(name);
      if (namespace === undefined && stored.size > 0) return undefined;
      const labels = namespace?.metadata.labels ?? EMPTY_MAP;
      return {
        get: (key) => (key === NAME_LABEL ? name : labels.get(key)),
        keys: () => (labels.has(NAME_LABEL) ? labels : new Map([...labels, [NAME_LABEL, name]])).keys(),
      };
    },
  };
}

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Returns the terms of a pod; undefined if it has none. */
export function affinityTerms({ metadata, spec: { affinity } }: Pod, checkpoint: Checkpoint): Incremental<AffinityTerms | undefined> {
  return affinity === undefined ? NO_WORK : parsingAffinity(affinity, metadata.namespace, checkpoint);
}

function* parsingAffinity(
  { podAffinity = NO_TERMS, podAntiAffinity = NO_TERMS }: Affinity,
  namespace: string,
  checkpoint: Checkpoint,
): Incremental<AffinityTerms | undefined> {
  const { length } = [...podAffinity.required, ...podAffinity.preferred, ...podAntiAffinity.required, ...podAntiAffinity.preferred];
  if (length === 0) return undefined;
  const required = (terms: readonly PodAffinityTerm[]): Iterable<UnparsedTerm> => mapped(terms, (term) => ({ term, weight: 0 }));
  const preferred = (terms: readonly PreferredPods[], sign: 1 | -1): Iterable<UnparsedTerm> =>
    mapped(terms, ({ podAffinityTerm: term, weight }) => ({ term, weight: sign * weight }));
  const affinity = yield* parsingTerms(required(podAffinity.required), namespace, checkpoint);
  const antiAffinity = yield* parsingTerms(required(podAntiAffinity.required), namespace, checkpoint);
  const preferredAffinity = yield* parsingTerms(preferred(podAffinity.preferred, 1), namespace, checkpoint);
  const preferredAntiAffinity = yield* parsingTerms(preferred(podAntiAffinity.preferred, -1), namespace, checkpoint);
  const groups = {
    requiredAffinityTerms: affinity,
    requiredAntiAffinityTerms: antiAffinity,
    preferredAffinityTerms: preferredAffinity,
    preferredAntiAffinityTerms: preferredAntiAffinity,
  };
  const errors = Object.entries(groups).flatMap(([name, { error }]) => (error === undefined ? [] : [`${name}: ${error}`]));
  return {
    affinity: affinity.terms,
    antiAffinity: antiAffinity.terms,
    preferred: [...preferredAffinity.terms, ...preferredAntiAffinity.terms],
    ...(errors.length === 0 ? {} : { error: aggregate(errors) }),
  };
}

const NO_TERMS = { required: [], preferred: [] } as const;

function* mapped<T, U>(items: readonly T[], change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

interface UnparsedTerm {
  readonly term: PodAffinityTerm;
  readonly weight: number;
}

interface ParsedTerms {
  readonly terms: readonly WeightedTerm[];
  readonly error?: string;
}

function* parsingTerms(all: Iterable<UnparsedTerm>, podNamespace: string, checkpoint: Checkpoint): Incremental<ParsedTerms> {
  const terms: WeightedTerm[] = [];
  for (const { term, weight } of all) {
    const { labelSelector, namespaceSelector, namespaces, topologyKey } = term;
    const selector = yield* parsingLabelSelector(labelSelector, checkpoint);
    const ofNamespaces = namespaceSelector && (yield* parsingLabelSelector(namespaceSelector, checkpoint));
    const error = selector.error ?? ofNamespaces?.error;
    if (error !== undefined) return { terms: [], error };
    const isOwnNamespace = namespaces.length === 0 && namespaceSelector === undefined;
    terms.push({
      topologyKey,
      namespaces: yield* membershipOf(isOwnNamespace ? [podNamespace] : namespaces, checkpoint),
      namespaceSelector: ofNamespaces?.matches,
      selector: selector.matches,
      weight,
      work: workOfTest(labelSelector, namespaceSelector),
    });
    if (checkpoint.due()) yield;
  }
  return { terms };
}

/** Returns the work of one test of each term, in units of a checkpoint. */
export function workOf(terms: readonly AffinityTerm[]): number {
  let work = 0;
  for (const term of terms) work += term.work;
  return work;
}

/**
 * Returns whether a term of the pod to be placed selects another pod. A namespace that is not stored has no labels, so no selector matches
 * it.
 */
export function selectsPod(term: AffinityTerm, { metadata }: Pod, all: Namespaces): boolean {
  return selectsIn(term, metadata, () => {
    const labels = all.labelsOf(metadata.namespace);
    return term.namespaceSelector === SELECTS_ALL || (labels !== undefined && term.namespaceSelector?.(labels) === true);
  });
}

/** Returns whether a term of another pod selects the pod to be placed. */
export function isSelectedBy(term: AffinityTerm, { metadata }: Pod, all: Namespaces): boolean {
  return selectsIn(term, metadata, () => term.namespaceSelector?.(all.labelsOf(metadata.namespace) ?? EMPTY_MAP) === true);
}

function selectsIn({ namespaces, selector }: AffinityTerm, { namespace, labels }: ObjectMeta, selectsNamespace: () => boolean): boolean {
  return selector(labels) && (namespaces.has(namespace) || selectsNamespace());
}
