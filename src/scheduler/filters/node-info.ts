// A node and what its pods take of it, as filters and scores check it. Source: NodeInfo and PodInfo in pkg/scheduler/framework/types.go of
// Kubernetes 1.37.1.

import { objectName } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { FilterFeatures } from './filter-features.js';
import { type HostPort, hostPorts, UsedPorts } from './host-ports.js';
import { hasPodLevelRequests, type PodRequestsOptions, podRequests } from './pod-requests.js';
import { addAmounts, addInt64, amountsOf, exactNumber, NO_AMOUNTS, type ResourceAmounts } from './resource.js';

/** The amounts of the resources that scores count for every container, also where it requests none of them. */
export interface NonZeroAmounts {
  readonly milliCpu: bigint;
  readonly memory: bigint;
}

/** A tenth of a core and 200 MiB count for a container that requests nothing (GetNonMissingContainerRequests). */
export const DEFAULT_REQUESTS: ResourceList = new Map([
  ['cpu', Quantity.fromMilli(100n, 'DecimalSI')],
  ['memory', Quantity.fromInt64(200n * 1024n * 1024n, 'DecimalSI')],
]);

/** The part of a pod that counts on its node. */
export interface PodInfo {
  /** `namespace/name`. */
  readonly name: string;
  readonly requested: ResourceAmounts;
  readonly nonZeroRequested: NonZeroAmounts;
  readonly hostPorts: readonly HostPort[];
  /** True for a pod that demands that some pods are not with it. */
  readonly repelsPods: boolean;
}

/** Returns whether a pod takes anything of the node that its spec names. */
export function isOnNode({ spec, status }: Pod): boolean {
  return spec.nodeName !== '' && status.phase !== 'Succeeded' && status.phase !== 'Failed';
}

/** Computes what a pod takes of its node. */
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
    name: objectName(pod.metadata),
    requested: yield* amountsOf(requests, checkpoint),
    nonZeroRequested: { milliCpu: nonZero.get('cpu')?.milliValue() ?? 0n, memory: nonZero.get('memory')?.value() ?? 0n },
    hostPorts: yield* hostPorts(pod, checkpoint),
    repelsPods: pod.spec.affinity?.podAntiAffinity?.required === true,
  };
}

/** A pod that requests something as a whole is charged only for what neither it nor a container requests. */
function nonMissingRequests(pod: Pod, requests: ResourceList, features: FilterFeatures, checkpoint: Checkpoint): ResourceList {
  if (!features.podLevelResources || !hasPodLevelRequests(pod, checkpoint)) return DEFAULT_REQUESTS;
  return new Map([...DEFAULT_REQUESTS].filter(([resource]) => !requests.has(resource)));
}

/** The part of a node that changes only with its object. */
interface NodeCapacity {
  readonly node: Node;
  /** The amounts that pods may request together. */
  readonly allocatable: ResourceAmounts;
  /** The number of pods that it takes. */
  readonly allowedPods: bigint;
  /** The node tells nothing of what it can allocate, as one that was sketched for devices: then nothing is too much. */
  readonly isUnlimited: boolean;
}

/** The part of a node that changes with its pods. */
interface NodeLoad {
  /** The number of pods that are there. */
  readonly pods: number;
  readonly requested: ResourceAmounts;
  readonly nonZeroRequested: NonZeroAmounts;
  readonly usedPorts: UsedPorts;
  /** The number of pods that demand that some pods are not with them. */
  readonly repelling: number;
}

/** Amounts of resources as numbers, NaN where one is too large for it. */
export interface AmountNumbers {
  readonly milliCpu: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
}

/** The amounts of a node as numbers. */
export interface NodeNumbers {
  readonly allocatable: AmountNumbers;
  readonly requested: AmountNumbers;
  /** The amounts that are left; infinite where the node tells nothing of what it can allocate. */
  readonly left: AmountNumbers;
  readonly nonZeroRequested: Pick<AmountNumbers, 'milliCpu' | 'memory'>;
}

/** A node with what its pods take of it. Never changes: with another pod it is another one. */
export interface NodeInfo extends NodeCapacity, NodeLoad {
  /** Set once somebody requested them by `numbersOf`. */
  numbers: NodeNumbers | undefined;
}

/** The amounts of a node as numbers, computed for the first the caller: pods of all shapes compare the same ones. */
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

/** A node with pods. */
export function* nodeInfo(node: Node, pods: readonly PodInfo[], checkpoint: Checkpoint): Incremental<NodeInfo> {
  return infoOf(yield* capacityOf(node, checkpoint), yield* loadOf(pods, checkpoint));
}

/** The node as its object says now, with the pods as they are. */
export function* withNode(info: NodeInfo, node: Node, checkpoint: Checkpoint): Incremental<NodeInfo> {
  if (!isSameList(info.node.status.allocatable, node.status.allocatable)) return infoOf(yield* capacityOf(node, checkpoint), info);
  // Most changes of a node are of something else.
  const { allocatable, allowedPods, isUnlimited } = info;
  return infoOf({ node, allocatable, allowedPods, isUnlimited }, info, info.numbers);
}

/** Longer lists are not compared. */
const MOST_COMPARED = 32;

/** True: two lists have the same amounts. False: they have not, or that would take long to tell. */
function isSameList(left: ResourceList | undefined, right: ResourceList | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.size !== right.size || left.size > MOST_COMPARED) return false;
  for (const [resource, quantity] of left) if (right.get(resource)?.representationEquals(quantity) !== true) return false;
  return true;
}

/**
 * True where every pod that a node had room for has it now, too: only its pods changed, and all that they take is less or the same. False also where that
 * cannot be told at a glance.
 */
export function keepsRoom(info: NodeInfo, before: NodeInfo): boolean {
  if (info.node !== before.node || info.pods > before.pods) return false;
  const [left, known] = [numbersOf(info).left, numbersOf(before).left];
  const isLeft = left.milliCpu >= known.milliCpu && left.memory >= known.memory && left.ephemeralStorage >= known.ephemeralStorage;
  return isLeft && hasSameScalars(info.requested, before.requested) && info.usedPorts.isWithin(before.usedPorts);
}

function hasSameScalars({ scalars: left }: ResourceAmounts, { scalars: right }: ResourceAmounts): boolean {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  for (const [resource, amount] of left) if (right.get(resource) !== amount) return false;
  return true;
}

/** The node with one pod more. */
export function* withPod(info: NodeInfo, pod: PodInfo, checkpoint: Checkpoint): Incremental<NodeInfo> {
  const { usedPorts } = info;
  const ports = pod.hostPorts.length === 0 ? usedPorts : yield* usedPorts.with([pod], checkpoint);
  return charged(info, pod, 1n, yield* addAmounts(info.requested, pod.requested, 1n, checkpoint), ports);
}

/** The node without a pod that is on it. */
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
  const sums = { milliCpu: 0n, memory: 0n, ephemeralStorage: 0n, nonZeroCpu: 0n, nonZeroMemory: 0n, repelling: 0 };
  for (const { requested, nonZeroRequested, repelsPods } of pods) {
    sums.milliCpu = addInt64(sums.milliCpu, requested.milliCpu);
    sums.memory = addInt64(sums.memory, requested.memory);
    sums.ephemeralStorage = addInt64(sums.ephemeralStorage, requested.ephemeralStorage);
    sums.nonZeroCpu = addInt64(sums.nonZeroCpu, nonZeroRequested.milliCpu);
    sums.nonZeroMemory = addInt64(sums.nonZeroMemory, nonZeroRequested.memory);
    if (repelsPods) sums.repelling++;
    for (const [resource, amount] of requested.scalars) {
      scalars.set(resource, addInt64(scalars.get(resource) ?? 0n, amount));
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return {
    pods: pods.length,
    requested: { milliCpu: sums.milliCpu, memory: sums.memory, ephemeralStorage: sums.ephemeralStorage, scalars },
    nonZeroRequested: { milliCpu: sums.nonZeroCpu, memory: sums.nonZeroMemory },
    usedPorts: yield* NO_PORTS.with(pods, checkpoint),
    repelling: sums.repelling,
  };
}

function charged(info: NodeInfo, pod: PodInfo, sign: 1n | -1n, requested: ResourceAmounts, usedPorts: UsedPorts): NodeInfo {
  const { nonZeroRequested: before } = info;
  const { nonZeroRequested: change } = pod;
  const load = {
    pods: info.pods + Number(sign),
    requested,
    nonZeroRequested: {
      milliCpu: addInt64(before.milliCpu, sign * change.milliCpu),
      memory: addInt64(before.memory, sign * change.memory),
    },
    usedPorts,
    repelling: info.repelling + (pod.repelsPods ? Number(sign) : 0),
  };
  return infoOf(info, load);
}

/** All are made here, so that they have one hidden class: whatever reads them is slower with several. */
function infoOf({ node, allocatable, allowedPods, isUnlimited }: NodeCapacity, load: NodeLoad, numbers?: NodeNumbers): NodeInfo {
  const { pods, requested, nonZeroRequested, usedPorts, repelling } = load;
  return { node, allocatable, allowedPods, isUnlimited, pods, requested, nonZeroRequested, usedPorts, repelling, numbers };
}
