/**
 * The public module `dra-allocator/pods`: lists the pods of a set of objects with their claims, and runs the scheduler's node filters without
 * devices. Works in every JavaScript runtime, without the solver.
 * @module dra-allocator/pods
 */

import { listOf } from '../../cluster/claims.js';
import { inSource, sourcesOf } from '../../cluster/documents.js';
import { podEntry } from '../../cluster/stored-pod.js';
import { decodeAllObjects } from '../../core/api/all-objects.js';
import { DecodeContext } from '../../core/api/context.js';
import { encodeResourceClaim } from '../../core/api/encode.js';
import { allInNamespace } from '../../core/api/in-namespace.js';
import type { KubernetesObjectJson, NodeJson, PodInputJson, ResourceClaimJson } from '../../core/api/kinds.js';
import type { LibraryGates } from '../../core/api/library-gates.js';
import { objectName } from '../../core/api/meta.js';
import { decodeNode, type Node } from '../../core/api/node.js';
import type { ObjectSet } from '../../core/api/objects.js';
import type { Pod } from '../../core/api/pod.js';
import { builtInPodTemplates, decodePodTemplateKinds } from '../../core/api/pod-template-table.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { checkFields, oneOf, optional } from '../../core/base/arguments.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { inOneGo } from '../../core/base/incremental.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { VersionedList } from '../../core/base/versioned-list.js';
import { type Features, resolveFeatures } from '../../core/features/features.js';
import { type AdmissionClasses, admitted } from '../../placement/pod-question.js';
import { decodedPod, PreparedPod } from '../../placement/prepared-pod.js';
import { clusterRules } from '../../scheduler/cluster/cluster-rules.js';
import { namespacesOf } from '../../scheduler/filters/affinity-terms.js';
import { daemonNodes } from '../../scheduler/filters/daemon-nodes.js';
import { ownersIn } from '../../scheduler/filters/default-selector.js';
import type { Rejection } from '../../scheduler/filters/filter.js';
import { prepareFilters } from '../../scheduler/filters/filters.js';
import { fitErrorMessage } from '../../scheduler/filters/fit-error.js';
import { nodeInfo, type PodInfo } from '../../scheduler/filters/node-info.js';
import { notLookedAt, wordsOf } from '../../scheduler/filters/not-looked-at.js';
import { PodTally } from '../../scheduler/filters/pod-tally.js';
import { type ClaimGroup, claimGroups } from '../../scheduler/pods/claims.js';
import { ExtendedResourceClasses } from '../../scheduler/pods/extended-resources.js';
import { Priorities } from '../../scheduler/pods/priorities.js';
import { profilesOf } from '../../scheduler/profile/resolve-profiles.js';
import { DEFAULT_PROFILES, type SchedulerProfiles } from '../../scheduler/profile/scheduler-profile.js';
import { storageOf } from '../../scheduler/volumes/storage-table.js';

export { AllocationError } from '../../core/base/errors.js';
export type { PreparedPod } from '../../placement/prepared-pod.js';
export type { Rejection, RejectionCode } from '../../scheduler/filters/filter.js';

/** The options that decide how pods and claims are made. */
export interface PodsOptions {
  /** A release from 1.32 to 1.37, which sets the defaults of the gates. Absent: every gate is on. */
  readonly kubernetesVersion?: string;
  /** Gates by their Kubernetes names. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** Options of {@link podsOf}. */
export interface PodsOfOptions extends PodsOptions {
  /** Further kinds that make pods, or replacements for built-in custom resources, as docs/reference/pod-templates.md describes. */
  readonly podTemplates?: readonly object[];
  /** `input` (the default): pods in the order of the objects. `priority`: as in the scheduler's queue, high priority first. */
  readonly order?: 'input' | 'priority';
}

/** A pod that exists or will be made, or a claim that no pod names, with the claims that are allocated together on one node. */
export interface PodClaims {
  /** `pod namespace/name`, `claim namespace/name`, or the kind and name of an owner that has too many pods. */
  readonly name: string;
  /** The pod, for `cluster.filter({ pod })` and similar calls; undefined for a claim that no pod names. */
  readonly pod?: PreparedPod;
  /** The object that will make the pod, if the pod does not exist yet. */
  readonly madeFor?: { readonly kind: string; readonly namespace: string; readonly name: string };
  /** The only possible node: the pod runs there, or a DaemonSet makes it for that node. */
  readonly node?: string;
  /** The claims that are the same on every node, in the order of the pod, as resource.k8s.io/v1. Includes claims made from templates. */
  readonly claims: readonly ResourceClaimJson[];
  /**
   * Returns the claims on a node, including the claim for extended resources, or why the pod cannot run there. Throws `invalid-object` for an
   * invalid node.
   */
  readonly claimsOn: (node: NodeJson) => { readonly claims: readonly ResourceClaimJson[] } | { readonly refusal: string };
  /** Set if an object that the pod needs does not exist. `claims` then has only the claims before it. */
  readonly problem?: { readonly message: string; readonly hint?: string };
}

/**
 * Returns pods with their claims: existing Pods, the pods that owners will make (Deployments, Jobs, DaemonSets, JobSets and many others), and
 * claims that no pod names. Claims that the resourceclaim controller and the scheduler would make have reproducible names. Also reads
 * ResourceClaims, ResourceClaimTemplates, DeviceClasses, Nodes, PodGroups and PriorityClasses. Results are computed one by one on iteration.
 * Throws AllocationError for objects (`invalid-object`, `input-too-large`, ...), and for options as `createAllocator` does. Source: the
 * resourceclaim controller and the scheduler of Kubernetes 1.37.1.
 * @example
 * ```ts
 * import { podsOf } from 'dra-allocator/pods';
 *
 * const apiVersion = 'resource.k8s.io/v1';
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }];
 * const template = { apiVersion, kind: 'ResourceClaimTemplate', metadata: { name: 'one-gpu' }, spec: { spec: { devices: { requests } } } };
 * const spec = { restartPolicy: 'Never', resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }], containers: [{ name: 'train', image: 'train' }] };
 * const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'train' }, spec: { completions: 2, parallelism: 2, template: { spec } } };
 * for (const { name, claims } of podsOf([template, job])) console.log(name, claims.map(({ metadata }) => metadata?.name));
 * // pod default/train-0 [ 'train-0-gpu' ]
 * // pod default/train-1 [ 'train-1-gpu' ]
 * ```
 */
export function podsOf(objects: readonly KubernetesObjectJson[], options: PodsOfOptions = {}): Iterable<PodClaims> {
  checkFields(options, 'podsOf(options)', ['kubernetesVersion', 'featureGates', 'podTemplates', 'order']);
  optional(oneOf(['input', 'priority']))(options.order, 'order');
  const features = resolveFeatures(options);
  const rows = decodePodTemplateKinds((options.podTemplates ?? []) as unknown as Json, new DecodeContext(['podTemplates']));
  const set = decoded(objects, features, builtInPodTemplates().with(rows));
  const groups = claimGroups({
    ...set,
    features,
    daemonNodes: (pod) => daemonNodes(pod, features),
    podOrder: options.order ?? 'input',
  });
  return { [Symbol.iterator]: () => eachOf(groups) };
}

function* eachOf(groups: Iterable<ClaimGroup>): Generator<PodClaims> {
  for (const group of groups) yield podClaims(group);
}

function podClaims({ name, pod, madeFor, node, claims, perNode, problem }: ClaimGroup): PodClaims {
  return {
    name,
    ...(pod === undefined ? {} : { pod: new PreparedPod(pod) }),
    ...(madeFor === undefined
      ? {}
      : { madeFor: { kind: madeFor.kind, namespace: madeFor.metadata.namespace, name: madeFor.metadata.name } }),
    ...(node === undefined ? {} : { node }),
    claims: claims.map(asJson),
    claimsOn(nodeJson) {
      const on = (perNode && inOneGo(perNode.on(nodeOf(nodeJson, 'node')))) ?? { claims, unbound: undefined };
      if ('refusal' in on) return on;
      const { claims: there, unbound } = on;
      return unbound === undefined ? { claims: there.map(asJson) } : { refusal: unbound.detail };
    },
    ...(problem === undefined
      ? {}
      : { problem: { message: problem.message, ...(problem.hint === undefined ? {} : { hint: problem.hint }) } }),
  };
}

function asJson(claim: ResourceClaim): ResourceClaimJson {
  return structuredClone(encodeResourceClaim(claim)) as JsonObject as ResourceClaimJson;
}

/** Options of {@link filterNodes}. */
export interface FilterNodesOptions extends PodsOptions {
  /** The configuration of kube-scheduler, as for `createAllocator`. */
  readonly schedulerConfig?: object;
}

/** The input of {@link filterNodes}. */
export interface FilterNodesInput {
  readonly pod: PodInputJson | PreparedPod;
  readonly nodes: readonly NodeJson[];
  /**
   * Further objects: Pods that run on the nodes, DeviceClasses that serve extended resources, RuntimeClasses, PriorityClasses and LimitRanges. A
   * pod that names a missing class is rejected (`invalid-object`) if the input has any class of that kind. LimitRanges are reported as not
   * considered.
   */
  readonly objects?: readonly KubernetesObjectJson[];
}

/** The result of the scheduler's filters, without devices. */
export interface FilteredNodes {
  /** Nodes that pass, by name. */
  readonly passing: readonly string[];
  /** The reasons for each other node: the reasons of the first plugin that rejects it. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The scheduler's message if no node passes. */
  readonly message?: string;
  /** The checks of a scheduler that apply to the pod and that this library does not do, in words. */
  readonly notLookedAt: readonly string[];
}

/**
 * Returns the nodes that pass the scheduler's filters, without devices: name, unschedulable, taints, affinity, ports, resources, declared
 * features, scheduling gates. A Node without `status.allocatable` has unlimited room. Amounts are compared in int64, as the scheduler does.
 * Throws AllocationError for invalid objects. For many calls use a cluster (`createAllocator().cluster()`), which caches results. Source: the
 * plugins of the default profile of kube-scheduler 1.37.1.
 * @example
 * ```ts
 * import { filterNodes } from 'dra-allocator/pods';
 *
 * const nodes = ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { zone: name } } }));
 * const spec = { nodeSelector: { zone: 'b' }, containers: [{ name: 'web', image: 'web' }] };
 * const { passing, rejections } = filterNodes({ pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec }, nodes });
 * console.log(passing, rejections.get('a')?.[0]?.message); // [ 'b' ] node(s) didn't match Pod's node affinity/selector
 * ```
 */
export function filterNodes(input: FilterNodesInput, options: FilterNodesOptions = {}): FilteredNodes {
  checkFields(input, 'filterNodes(input)', ['pod', 'nodes', 'objects']);
  checkFields(options, 'filterNodes(options)', ['kubernetesVersion', 'featureGates', 'schedulerConfig']);
  const features = resolveFeatures(options);
  const profiles = profilesOf(options.schedulerConfig, features);
  const set = decoded(input.objects ?? [], features);
  const runtimeClasses = new Map(set.runtimeClasses.map((each) => [each.metadata.name, each]));
  const classes = { priorities: new Priorities(set.priorityClasses), runtimeClasses };
  const { pod } = admitted(decodedPod(input.pod), classes, features, UNLIMITED);
  const nodes = listOf(input.nodes, 'nodes')
    .map((node, index) => nodeOf(node as unknown as NodeJson, `nodes[${index}]`))
    .sort((a, b) => compareBytes(a.metadata.name, b.metadata.name));
  return answerOf(pod, nodes, set, { features, profiles }, classes);
}

interface Semantics {
  readonly features: Features;
  readonly profiles: SchedulerProfiles;
}

function answerOf(
  pod: Pod,
  nodes: readonly Node[],
  set: ObjectSet,
  { features, profiles }: Semantics,
  admission: AdmissionClasses,
): FilteredNodes {
  const profile = profiles.of(pod.spec.schedulerName);
  const classes = new ExtendedResourceClasses(set.deviceClasses);
  const { refusals, beforeDevices, afterDevices } = inOneGo(prepareFilters(pod, { features, classes, profile }, UNLIMITED));
  const byNode = new Map<string, PodInfo[]>();
  for (const each of set.pods) {
    const { info } = inOneGo(podEntry(each, features, UNLIMITED));
    if (info !== undefined) entryIn(byNode, each.spec.nodeName, () => []).push(info);
  }
  const infos = nodes.map((node) => inOneGo(nodeInfo(node, byNode.get(node.metadata.name) ?? [], UNLIMITED)));
  const context = {
    features,
    profile,
    namespaces: namespacesOf(new Map(set.namespaces.map((each) => [each.metadata.name, each]))),
    storage: storageOf(set, nodes),
    hasTerms: infos.some(({ withTerms }) => withTerms > 0),
    owners: ownersIn(set),
  };
  const rules = clusterRules(pod, context, VersionedList.of(infos));
  const podRejections = refusals.length > 0 ? refusals : rules.refusals;
  const rejections = new Map<string, readonly Rejection[]>();
  for (const info of infos) {
    const isRefused = podRejections.length > 0;
    const before = isRefused ? podRejections : inOneGo(rules.testing(info, UNLIMITED, beforeDevices(info, UNLIMITED)));
    const all = before.length > 0 ? before : afterDevices(info, UNLIMITED);
    if (all.length > 0)
      rejections.set(
        info.node.metadata.name,
        all.map((each) => ({ ...each })),
      );
  }
  const passing = nodes.map(({ metadata: { name } }) => name).filter((name) => !rejections.has(name));
  const message = inOneGo(fitErrorMessage({ nodes: nodes.length, refusals: podRejections, rejections: rejections.values() }));
  const surroundings = {
    ...admission,
    pods: PodTally.of(set.pods),
    profiles: profiles === DEFAULT_PROFILES ? undefined : profiles,
    limitedNamespaces: new Set(set.limitRanges.map(({ metadata }) => metadata.namespace)),
  };
  return {
    passing,
    rejections,
    ...(passing.length > 0 ? {} : { message }),
    notLookedAt: wordsOf(inOneGo(notLookedAt(pod, surroundings, rules.notLookedAt)), passing.length === 0),
  };
}

function decoded(objects: readonly KubernetesObjectJson[], libraryGates: LibraryGates, podTemplates = builtInPodTemplates()): ObjectSet {
  const list = listOf(objects, 'objects');
  try {
    return allInNamespace(decodeAllObjects(inOneGo(sourcesOf(list, UNLIMITED)), { podTemplates, libraryGates }), 'default');
  } catch (error) {
    throw inSource(list, error);
  }
}

function nodeOf(nodeJson: NodeJson, path: string): Node {
  return decodeNode(nodeJson as unknown as Json, new DecodeContext([path]));
}

/**
 * Returns the name of a pod as `namespace/name`.
 * @example
 * ```ts
 * import { nameOfPod } from 'dra-allocator/pods';
 *
 * console.log(nameOfPod({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [] } })); // default/web
 * ```
 */
export function nameOfPod(pod: PodInputJson | PreparedPod): string {
  return objectName(decodedPod(pod).metadata);
}
