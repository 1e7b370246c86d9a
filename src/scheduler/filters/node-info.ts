// A node with the resources that its pods use, as filters and scores need it. Source: NodeInfo and PodInfo in pkg/scheduler/framework/types.go
// of Kubernetes 1.37.1.

import { objectName } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { type AffinityTerms, affinityTerms } from './affinity-terms.js';
import type { FilterFeatures } from './filter-features.js';
import { type HostPort, hostPorts, UsedPorts } from './host-ports.js';
import { hasPodLevelRequests, type PodRequestsOptions, podRequests } from './pod-requests.js';
import { addAmounts, addInt64, amountsOf, exactNumber, NO_AMOUNTS, type ResourceAmounts } from './resource.js';

/** The amounts that scores count, with defaults for containers that request none. */
export interface NonZeroAmounts {
  readonly milliCpu: bigint;
  readonly memory: bigint;
}

/** A container that requests nothing counts as 0.1 CPU and 200 MiB (GetNonMissingContainerRequests). */
export const DEFAULT_REQUESTS: ResourceList = new Map([
  ['cpu', Quantity.fromMilli(100n, 'DecimalSI')],
  ['memory', Quantity.fromInt64(200n * 1024n * 1024n, 'DecimalSI')],
]);

/** The part of a pod that affects its node. */
export interface PodInfo {
  readonly pod: Pod;
  /** `namespace/name`. */
  readonly name: string;
  readonly requested: ResourceAmounts;
  readonly nonZeroRequested: NonZeroAmounts;
  readonly hostPorts: readonly HostPort[];
  /** Undefined for a pod without affinity to other pods. */
  readonly terms: AffinityTerms | undefined;
}

/** Returns whether a pod uses resources of the node that its spec names. */
export function isOnNode({ spec, status }: Pod): boolean {
  return spec.nodeName !== '' && status.phase !== 'Succeeded' && status.phase !== 'Failed';
}

/** Returns the resources that a pod uses on its node. */
export function* podInfo(pod: Pod, features: FilterFeatures, checkpoint: Checkpoint): Incremental<PodInfo> {
  const options: PodRequestsOptions = {
    useStatus: features.inPlacePodVerticalScaling,
    usePodLevelStatus: features.inPlacePodLevelResourcesVerticalScaling,
    usePodLevelResources: features.podLevelResources,
    useNodeAllocatableClaims: features.nodeAllocatableResources,
  };
  const requests = yield* podRequests(pod, options, checkpoint);
  const nonMissing = nonMissingRequests(pod, requests, features, checkpoint);
  const nonZero = nonMissing.size === 0 ? requests : yield* podRequests(pod, { ...options, nonMissing }, checkpoint);
  return {
    pod,
    name: objectName(pod.metadata),
    requested: yield* amountsOf(requests, checkpoint),
    nonZeroRequested: { milliCpu: nonZero.get('cpu')?.milliValue() ?? 0n, memory: nonZero.get('memory')?.value() ?? 0n },
    hostPorts: yield* hostPorts(pod, checkpoint),
    terms: yield* affinityTerms(pod, checkpoint),
  };
}

/**
 * Returns the default requests. For a pod with pod-level requests, the defaults apply only to resources that neither the pod
 * nor a container requests.
 */
function nonMissingRequests(pod: Pod, requests: ResourceList, features: FilterFeatures, checkpoint: Checkpoint): ResourceList {
  if (!features.podLevelResources || !hasPodLevelRequests(pod, checkpoint)) return DEFAULT_REQUESTS;
  return new Map([...DEFAULT_REQUESTS].filter(([resource]) => !requests.has(resource)));
}

/** The part of a node that changes only with its object. */
interface NodeCapacity {
  readonly node: Node;
  /** The amounts that pods may request in total. */
  readonly allocatable: ResourceAmounts;
  /** The maximum number of pods. */
  readonly allowedPods: bigint;
  /** True if the node does not declare its allocatable resources. Input that describes only devices omits them. Every request then fits. */
  readonly isUnlimited: boolean;
}

/** The part of a node that changes with its pods. */
interface NodeLoad {
  readonly podInfos: readonly PodInfo[];
  readonly requested: ResourceAmounts;
  readonly nonZeroRequested: NonZeroAmounts;
  readonly usedPorts: UsedPorts;
  /** The number of pods with affinity to other pods. */
  readonly withTerms: number;
}

/** Amounts as numbers; NaN for an amount that is too large to be exact. */
export interface AmountNumbers {
  readonly milliCpu: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
}

/** The amounts of a node as numbers. */
export interface NodeNumbers {
  readonly allocatable: AmountNumbers;
  readonly requested: AmountNumbers;
  /** The free amounts; infinite if the node does not declare its allocatable resources. */
  readonly left: AmountNumbers;
  readonly nonZeroRequested: Pick<AmountNumbers, 'milliCpu' | 'memory'>;
}

/** A node with the resources that its pods use. Immutable: a change of its pods makes a new object. */
export interface NodeInfo extends NodeCapacity, NodeLoad {
  /** Cached by `numbersOf`. */
  numbers: NodeNumbers | undefined;
}

/** Returns the amounts of a node as numbers. Computed once and shared by pods of all shapes. */
export function numbersOf(info: NodeInfo): NodeNumbers {
  info.numbers ??= nodeNumbers(info);
  return info.numbers;
}

function nodeNumbers(info: NodeInfo): NodeNumbers {
  const [allocatable, requested] = [amountNumbers(info.allocatable), amountNumbers(info.requested)];
  const { milliCpu, memory } = info.nonZeroRequested;
  return {
    allocatable,
    requested,
    left: info.isUnlimited ? UNLIMITED_AMOUNTS : difference(allocatable, requested),
    nonZeroRequested: { milliCpu: exactNumber(milliCpu), memory: exactNumber(memory) },
  };
}

function amountNumbers({ milliCpu, memory, ephemeralStorage }: ResourceAmounts): AmountNumbers {
  return { milliCpu: exactNumber(milliCpu), memory: exactNumber(memory), ephemeralStorage: exactNumber(ephemeralStorage) };
}

function difference(left: AmountNumbers, right: AmountNumbers): AmountNumbers {
  return {
    milliCpu: left.milliCpu - right.milliCpu,
    memory: left.memory - right.memory,
    ephemeralStorage: left.ephemeralStorage - right.ephemeralStorage,
  };
}

const WITHOUT_END = Number.POSITIVE_INFINITY;
const UNLIMITED_AMOUNTS: AmountNumbers = { milliCpu: WITHOUT_END, memory: WITHOUT_END, ephemeralStorage: WITHOUT_END };

const NO_PORTS = new UsedPorts();

/** Returns a node with its pods. */
export function* nodeInfo(node: Node, pods: readonly PodInfo[], checkpoint: Checkpoint): Incremental<NodeInfo> {
  return infoOf(yield* capacityOf(node, checkpoint), yield* loadOf(pods, checkpoint));
}

/** Returns the node with its new object and unchanged pods. */
export function* withNode(info: NodeInfo, node: Node, checkpoint: Checkpoint): Incremental<NodeInfo> {
  if (!isSameList(info.node.status.allocatable, node.status.allocatable)) return infoOf(yield* capacityOf(node, checkpoint), info);
  // Most changes of a node do not affect its allocatable resources.
  const { allocatable, allowedPods, isUnlimited } = info;
  return infoOf({ node, allocatable, allowedPods, isUnlimited }, info, info.numbers);
}

/** Longer lists are not compared. */
const MOST_COMPARED = 32;

/** Returns true if two lists provably have the same amounts; false also for long lists. */
function isSameList(left: ResourceList | undefined, right: ResourceList | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.size !== right.size || left.size > MOST_COMPARED) return false;
  for (const [resource, quantity] of left) if (right.get(resource)?.representationEquals(quantity) !== true) return false;
  return true;
}

/**
 * Returns true if every pod that fit on the node before still fits: only its pods changed, and their total use did not grow.
 * Returns false if a quick check cannot decide.
 */
export function keepsRoom(info: NodeInfo, before: NodeInfo): boolean {
  if (info.node !== before.node || info.podInfos.length > before.podInfos.length) return false;
  const [left, previousLeft] = [numbersOf(info).left, numbersOf(before).left];
  const isLeft =
    left.milliCpu >= previousLeft.milliCpu && left.memory >= previousLeft.memory && left.ephemeralStorage >= previousLeft.ephemeralStorage;
  return isLeft && hasSameScalars(info.requested, before.requested) && info.usedPorts.isWithin(before.usedPorts);
}

function hasSameScalars({ scalars: left }: ResourceAmounts, { scalars: right }: ResourceAmounts): boolean {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  for (const [resource, amount] of left) if (right.get(resource) !== amount) return false;
  return true;
}

/** Returns the node with one more pod. */
export function* withPod(info: NodeInfo, pod: PodInfo, checkpoint: Checkpoint): Incremental<NodeInfo> {
  const { usedPorts } = info;
  const ports = pod.hostPorts.length === 0 ? usedPorts : yield* usedPorts.with([pod], checkpoint);
  return charged(info, pod, 1n, yield* addAmounts(info.requested, pod.requested, 1n, checkpoint), ports);
}

/** Returns the node without one of its pods. */
export function withoutPod(info: NodeInfo, pod: PodInfo): NodeInfo {
  return charged(info, pod, -1n, inOneGo(addAmounts(info.requested, pod.requested, -1n, UNLIMITED)), info.usedPorts.without(pod));
}

function* capacityOf(node: Node, checkpoint: Checkpoint): Incremental<NodeCapacity> {
  const { allocatable } = node.status;
  return {
    node,
    allocatable: allocatable === undefined ? NO_AMOUNTS : yield* amountsOf(allocatable, checkpoint),
    allowedPods: allocatable?.get('pods')?.value() ?? 0n,
    isUnlimited: allocatable === undefined,
  };
}

function* loadOf(pods: readonly PodInfo[], checkpoint: Checkpoint): Incremental<NodeLoad> {
  const scalars = new Map<string, bigint>();
  const sums = { milliCpu: 0n, memory: 0n, ephemeralStorage: 0n, nonZeroCpu: 0n, nonZeroMemory: 0n, withTerms: 0 };
  for (const { requested, nonZeroRequested, terms } of pods) {
    sums.milliCpu = addInt64(sums.milliCpu, requested.milliCpu);
    sums.memory = addInt64(sums.memory, requested.memory);
    sums.ephemeralStorage = addInt64(sums.ephemeralStorage, requested.ephemeralStorage);
    sums.nonZeroCpu = addInt64(sums.nonZeroCpu, nonZeroRequested.milliCpu);
    sums.nonZeroMemory = addInt64(sums.nonZeroMemory, nonZeroRequested.memory);
    if (terms !== undefined) sums.withTerms++;
    for (const [resource, amount] of requested.scalars) {
      scalars.set(resource, addInt64(scalars.get(resource) ?? 0n, amount));
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return {
    podInfos: pods,
    requested: { milliCpu: sums.milliCpu, memory: sums.memory, ephemeralStorage: sums.ephemeralStorage, scalars },
    nonZeroRequested: { milliCpu: sums.nonZeroCpu, memory: sums.nonZeroMemory },
    usedPorts: yield* NO_PORTS.with(pods, checkpoint),
    withTerms: sums.withTerms,
  };
}

function charged(info: NodeInfo, pod: PodInfo, sign: 1n | -1n, requested: ResourceAmounts, usedPorts: UsedPorts): NodeInfo {
  const { nonZeroRequested: before } = info;
  const { nonZeroRequested: change } = pod;
  const load = {
    podInfos: sign === 1n ? [...info.podInfos, pod] : withoutName(info.podInfos, pod.name),
    requested,
    nonZeroRequested: {
      milliCpu: addInt64(before.milliCpu, sign * change.milliCpu),
      memory: addInt64(before.memory, sign * change.memory),
    },
    usedPorts,
    withTerms: info.withTerms + (pod.terms === undefined ? 0 : Number(sign)),
  };
  return infoOf(info, load);
}

function withoutName(pods: readonly PodInfo[], name: string): readonly PodInfo[] {
  const place = pods.findIndex((pod) => pod.name === name);
  return place === -1 ? pods : pods.toSpliced(place, 1);
}

/** Creates all instances, so that they share one hidden class. Readers are slower with several classes. */
function infoOf({ node, allocatable, allowedPods, isUnlimited }: NodeCapacity, load: NodeLoad, numbers?: NodeNumbers): NodeInfo {
  const { podInfos, requested, nonZeroRequested, usedPorts, withTerms } = load;
  return { node, allocatable, allowedPods, isUnlimited, podInfos, requested, nonZeroRequested, usedPorts, withTerms, numbers };
}
