/**
 * The public module `dra-allocator/pods`: lists the pods of a set of objects with their claims, and runs the scheduler's node filters without
 * devices. Works in every JavaScript runtime, without the solver.
 * @module dra-allocator/pods
 */

import { DecodeContext } from '../../core/api/context.js';
import { encodeResourceClaim } from '../../core/api/encode.js';
import type { KubernetesObjectJson, NodeJson, PodInputJson, ResourceClaimJson } from '../../core/api/kinds.js';
import { objectName } from '../../core/api/meta.js';
import { decodeNode, type Node } from '../../core/api/node.js';
import { builtInPodTemplates, decodePodTemplateKinds } from '../../core/api/pod-template-table.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { checkFields, oneOf, optional } from '../../core/base/arguments.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { inOneGo } from '../../core/base/incremental.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { resolveFeatures } from '../../core/features/features.js';
import { decodedPod, PreparedPod } from '../../placement/prepared-pod.js';
import { daemonNodes } from '../../scheduler/filters/daemon-nodes.js';
import { type ClaimGroup, claimGroups } from '../../scheduler/pods/claims.js';

import { decodingAll, type PodsOptions } from './decoding-all.js';

export { AllocationError } from '../../core/base/errors.js';
export type { PreparedPod } from '../../placement/prepared-pod.js';
export type { Rejection, RejectionCode } from '../../scheduler/filters/filter.js';
export type { PodsOptions } from './decoding-all.js';
export {
  type FilteredNodes,
  type FilterNodesInput,
  type FilterNodesOptions,
  filterNodes,
  type InterruptedNodes,
  type LimitedFilterNodesInput,
} from './filter-nodes.js';

/** Options of {@link podsOf}. */
export interface PodsOfOptions extends PodsOptions {
  /** Further kinds that make pods, or replacements for built-in custom resources, as docs/reference/pod-templates.md describes. */
  readonly podTemplates?: readonly object[];
  /**
   * `input` (the default): pods have the order of the objects. `priority`: pods have the order of the scheduler's queue, high
   * priority first.
   */
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
  /** Set if an object that the pod needs does not exist. `claims` then contains only the claims that precede this object. */
  readonly problem?: { readonly message: string; readonly hint?: string };
}

/**
 * Returns pods with their claims: existing Pods, the pods that owners will make (Deployments, Jobs, DaemonSets, JobSets and
 * many others), and claims that no pod names. Claims that the resourceclaim controller and the scheduler would make have names
 * that are the same in every run. Also reads ResourceClaims, ResourceClaimTemplates, DeviceClasses, Nodes, PodGroups and
 * PriorityClasses. Results are computed one by one on iteration. Throws AllocationError for objects (`invalid-object`,
 * `input-too-large`, ...), and for options as `createAllocator` does. Source: the resourceclaim controller and the scheduler of
 * Kubernetes 1.37.1.
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
  const set = inOneGo(decodingAll(objects, features, UNLIMITED, builtInPodTemplates().with(rows)));
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
      const on = (perNode && inOneGo(perNode.on(nodeOf(nodeJson)))) ?? { claims, unbound: undefined };
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

function nodeOf(nodeJson: NodeJson): Node {
  return decodeNode(nodeJson as unknown as Json, new DecodeContext(['node']));
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
