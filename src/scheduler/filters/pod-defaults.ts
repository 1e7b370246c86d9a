// Fills in the pod fields that affect scheduling as the API server and default admission do; decoding fills in requests from
// limits. Source: SetDefaults_Pod in pkg/apis/core/v1, DefaultPodLevelResources in pkg/api/pod, and admission plugins
// defaulttolerationseconds and runtimeclass of Kubernetes 1.37.1. The tolerations of memory pressure and of extended resources
// are left out, because plugins that are off by default add them.

import type { Affinity, PodAffinityTerm, PreferredPods } from '../../core/api/affinity.js';
import type { Container, ContainerPort } from '../../core/api/container.js';
import type { LabelRequirement } from '../../core/api/label-selector.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import type { RuntimeClass } from '../../core/api/runtime-class.js';
import type { Toleration } from '../../core/api/toleration.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { mapping, mappingEach } from '../../core/base/lists-in-increments.js';
import { shorten } from '../../core/base/words.js';
import type { FilterFeatures } from './filter-features.js';
import { aggregate, containerRequests, isPodLevelResource } from './pod-requests.js';
import { isHugePages } from './resource.js';

/** The part of a cluster that defaults come from. */
export interface DefaultsContext {
  readonly features: FilterFeatures;
  /** Runtime classes by name. If there are no classes, the classes of the cluster are unknown and the pod is not changed. */
  readonly runtimeClasses: Pick<ReadonlyMap<string, RuntimeClass>, 'get' | 'has' | 'size'>;
}

/** The pod as it is stored, or the reason why the API server rejects it. */
export type PodWithDefaults = { readonly pod: Pod } | { readonly refusal: string };

/**
 * Returns a pod with defaults. A running pod received the defaults on creation. Its runtime class may have changed since then,
 * and the other defaults are idempotent.
 */
export function* withPodDefaults(
  pod: Pod,
  { features, runtimeClasses }: DefaultsContext,
  checkpoint: Checkpoint,
): Incremental<PodWithDefaults> {
  const { affinity, topologySpreadConstraints } = pod.spec;
  const repeated = topologySpreadConstraints.length < 2 ? undefined : yield* repeatedConstraint(pod, checkpoint);
  if (repeated !== undefined) return { refusal: repeated };
  const merged = affinity === undefined || wasAdmitted(pod) ? pod.spec : yield* withLabelKeys(pod, affinity, checkpoint);
  const podSpec = merged.hostNetwork ? yield* withHostPorts(merged, checkpoint) : merged;
  const spec =
    features.podLevelResources && podSpec.resources !== undefined
      ? yield* withPodLevelRequests({ ...pod, spec: podSpec }, features, checkpoint)
      : podSpec;
  const tolerant = { ...spec, tolerations: withNodeTolerations(spec.tolerations, checkpoint) };
  const { runtimeClassName: name } = spec;
  const runtimeClass = wasAdmitted(pod) ? undefined : runtimeClasses.get(name);
  const isUnknown = name !== '' && runtimeClass === undefined && runtimeClasses.size > 0 && !wasAdmitted(pod);
  if (isUnknown) return { refusal: `pod rejected: RuntimeClass "${shorten(name, MOST_SHOWN)}" not found` };
  const placed = runtimeClass === undefined ? tolerant : withRuntimeClass(tolerant, runtimeClass, checkpoint);
  return typeof placed === 'string' ? { refusal: placed } : { pod: { ...pod, spec: placed } };
}

/** Returns why the API server rejects the topology spread constraints of a pod: two have the same key and the same action. */
function* repeatedConstraint({ spec: { topologySpreadConstraints: all } }: Pod, checkpoint: Checkpoint): Incremental<string | undefined> {
  const known = new LargeMap<string, true>(numberOfText);
  for (let index = 0; index < all.length; index++) {
    const { topologyKey, whenUnsatisfiable } = all[index] as (typeof all)[number];
    const key = `${whenUnsatisfiable} ${topologyKey}`;
    if (known.get(key) === true)
      return `spec.topologySpreadConstraints[${index}]: duplicate topologyKey "${shorten(topologyKey, MOST_SHOWN)}" and whenUnsatisfiable`;
    known.set(key, true);
    if (checkpoint.due()) yield;
  }
  return undefined;
}

/** Returns whether the pod passed admission: it is stored, or has a node. */
function wasAdmitted({ metadata, spec }: Pod): boolean {
  return metadata.uid !== '' || spec.nodeName !== '';
}

/** On creation, label values of the pod are merged into the selectors of its terms (mutatePodAffinity of registry/core/pod). */
function* withLabelKeys({ metadata: { labels }, spec }: Pod, affinity: Affinity, checkpoint: Checkpoint): Incremental<PodSpec> {
  const { podAffinity, podAntiAffinity, ...others } = affinity;
  if (podAffinity === undefined && podAntiAffinity === undefined) return spec;
  const merge = (term: PodAffinityTerm): PodAffinityTerm => withLabelsOf(term, labels);
  return {
    ...spec,
    affinity: {
      ...others,
      ...(podAffinity === undefined ? {} : { podAffinity: yield* mapTerms(podAffinity, merge, checkpoint) }),
      ...(podAntiAffinity === undefined ? {} : { podAntiAffinity: yield* mapTerms(podAntiAffinity, merge, checkpoint) }),
    },
  };
}

type PodTerms = NonNullable<NonNullable<PodSpec['affinity']>['podAffinity']>;

function* mapTerms(terms: PodTerms, change: (term: PodAffinityTerm) => PodAffinityTerm, checkpoint: Checkpoint): Incremental<PodTerms> {
  const changePreferred = (one: PreferredPods): PreferredPods => ({ ...one, podAffinityTerm: change(one.podAffinityTerm) });
  return {
    required: yield* mapping(terms.required, change, checkpoint),
    preferred: yield* mapping(terms.preferred, changePreferred, checkpoint),
  };
}

function withLabelsOf(term: PodAffinityTerm, labels: ReadonlyMap<string, string>): PodAffinityTerm {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term;
  if (labelSelector === undefined || matchLabelKeys.length + mismatchLabelKeys.length === 0) return term;
  const requirements = (keys: readonly string[], operator: string): LabelRequirement[] =>
    keys.flatMap((key) => {
      const value = labels.get(key);
      return value === undefined ? [] : [{ key, operator, values: [value] }];
    });
  const added = [...requirements(matchLabelKeys, 'In'), ...requirements(mismatchLabelKeys, 'NotIn')];
  return { ...term, labelSelector: { ...labelSelector, matchExpressions: [...labelSelector.matchExpressions, ...added] } };
}

/** With hostNetwork, every container port is a host port. */
function* withHostPorts(spec: PodSpec, checkpoint: Checkpoint): Incremental<PodSpec> {
  const withPorts = function* (container: Container): Incremental<Container> {
    if (container.ports.every(({ hostPort }) => hostPort !== 0)) return container;
    const ports: ContainerPort[] = [];
    for (const port of container.ports) {
      ports.push(port.hostPort === 0 ? { ...port, hostPort: port.containerPort } : port);
      if (checkpoint.due()) yield;
    }
    return { ...container, ports };
  };
  return {
    ...spec,
    initContainers: yield* mappingEach(spec.initContainers, withPorts, checkpoint),
    containers: yield* mappingEach(spec.containers, withPorts, checkpoint),
  };
}

/**
 * A pod with pod-level resources defaults its pod-level requests to the sum of its containers, then to its limits. Up to 1.36, this required
 * pod-level limits.
 */
function* withPodLevelRequests(pod: Pod, features: FilterFeatures, checkpoint: Checkpoint): Incremental<PodSpec> {
  const { spec } = pod;
  const { resources } = spec;
  if (resources === undefined || (resources.requests.size === 0 && resources.limits.size === 0)) return spec;
  const limits = yield* withHugePagesLimits(pod, resources, checkpoint);
  if (limits.size === 0 && !features.podLevelResourcesFixDefaulting) return spec;
  const requests = new Map(resources.requests);
  for (const [resource, amount] of yield* containerRequests(pod, {}, checkpoint)) {
    const isOvercommitted = isPodLevelResource(resource) && !isHugePages(resource);
    if (isOvercommitted && !requests.has(resource)) requests.set(resource, amount);
    if (checkpoint.due()) yield;
  }
  for (const [resource, amount] of limits) {
    if (isPodLevelResource(resource) && !requests.has(resource)) requests.set(resource, amount);
    if (checkpoint.due()) yield;
  }
  return { ...spec, resources: { requests, limits } };
}

/** Returns the pod-level limits, with the huge page limits of the containers. */
function* withHugePagesLimits(
  pod: Pod,
  { requests, limits }: NonNullable<PodSpec['resources']>,
  checkpoint: Checkpoint,
): Incremental<ResourceList> {
  const all = new Map(limits);
  const ofContainers = yield* aggregate(pod, (container) => container.limits, {}, checkpoint);
  for (const [resource, amount] of ofContainers) {
    if (isHugePages(resource) && !requests.has(resource) && !all.has(resource)) all.set(resource, amount);
    if (checkpoint.due()) yield;
  }
  return all;
}

/** The taints of nodes that are not ready, or that are unreachable. */
const NODE_TAINTS: readonly string[] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const NO_EXECUTE = 'NoExecute';

/** By default, pods tolerate these taints for five minutes. */
function withNodeTolerations(tolerations: readonly Toleration[], checkpoint: Checkpoint): readonly Toleration[] {
  checkpoint.step(Math.ceil(tolerations.length / ITEMS_A_UNIT));
  const missing = NODE_TAINTS.filter(
    (taint) => !tolerations.some(({ key, effect }) => (key === taint || key === '') && (effect === NO_EXECUTE || effect === '')),
  );
  if (missing.length === 0) return tolerations;
  const added = missing.map((key): Toleration => ({ key, operator: 'Exists', value: '', effect: NO_EXECUTE }));
  return [...tolerations, ...added];
}

/** Returns the spec with the overhead and scheduling of the runtime class, or why they conflict. */
function withRuntimeClass(spec: PodSpec, { overhead, scheduling }: RuntimeClass, checkpoint: Checkpoint): PodSpec | string {
  if (overhead !== undefined && spec.overhead.size > 0 && !isSameList(spec.overhead, overhead.podFixed, checkpoint)) {
    return "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
  }
  const withOverhead = overhead === undefined ? spec : { ...spec, overhead: overhead.podFixed };
  if (scheduling === undefined) return withOverhead;
  for (const [key, value] of scheduling.nodeSelector) {
    checkpoint.step();
    const podValue = spec.nodeSelector.get(key);
    if (podValue !== undefined && podValue !== value) return conflictText(key, value, podValue);
  }
  return {
    ...withOverhead,
    nodeSelector: new Map([...spec.nodeSelector, ...scheduling.nodeSelector]),
    tolerations: [...spec.tolerations, ...scheduling.tolerations],
  };
}

function isSameList(left: ResourceList, right: ResourceList, checkpoint: Checkpoint): boolean {
  if (left.size !== right.size) return false;
  for (const [resource, amount] of left) {
    checkpoint.step();
    if (right.get(resource)?.compare(amount) !== 0) return false;
  }
  return true;
}

function conflictText(key: string, value: string, podValue: string): string {
  const [name, classText, podText] = [key, value, podValue].map((text) => shorten(text, MOST_SHOWN));
  return `conflict: runtimeClass.scheduling.nodeSelector[${name}] = ${classText}; pod.spec.nodeSelector[${name}] = ${podText}`;
}

const MOST_SHOWN = 200;
