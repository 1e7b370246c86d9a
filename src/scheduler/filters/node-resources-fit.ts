// NodeResourcesFit: accepts only nodes with enough free resources for the pod. Source: plugin noderesources, fit.go, of Kubernetes 1.37.1.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { isExtendedResource } from '../pods/extended-resources.js';
import { type FilterContext, type FilterInIncrements, PASSED, type Rejection } from './filter.js';
import { type AmountNumbers, type NodeInfo, numbersOf } from './node-info.js';
import { podRequests } from './pod-requests.js';
import { amountsOf, exactNumber, isCountedInBytes, isHugePages, type ResourceAmounts, subtractInt64 } from './resource.js';

/** The amount of a resource that a pod requests. */
interface ResourceDemand {
  readonly resource: string;
  /** The scheduler's message if the amount is insufficient: one text for all nodes. */
  readonly message: string;
  readonly amount: bigint;
  /** True if a device class serves the resource. DRA then serves the resource on nodes that do not have it. */
  readonly hasClass: boolean;
  readonly isScalar: boolean;
  /** Return the amount that the node has, and the amount that its pods use. */
  readonly capacityOf: (node: NodeInfo) => bigint;
  readonly usedOf: (node: NodeInfo) => bigint;
}

/** Counts pods, CPU, memory, ephemeral storage, huge pages, extended resources and other scalar resources. */
export const nodeResourcesFit: FilterInIncrements = {
  plugin: 'NodeResourcesFit',
  changesWith: 'pods',
  *preparing(pod, context, checkpoint) {
    const request = yield* requestOf(pod, context, checkpoint);
    return {
      test(node, testCheckpoint) {
        testCheckpoint.step(request.scalarDemands.length);
        return hasRoom(node, request) ? PASSED : inOneGo(lacking(node, request, testCheckpoint));
      },
      testing: (node, testCheckpoint) => lacking(node, request, testCheckpoint),
    };
  },
};

/** A resource that a node has too little of. */
export interface Shortage {
  readonly resource: string;
  readonly needed: bigint;
  /** The unused amount; negative if pods use more than the node has. */
  readonly free: bigint;
}

/** Returns the resources that a node has too little of for a pod, in thousandths of CPUs, bytes or pieces. */
export function* shortages(pod: Pod, node: NodeInfo, context: FilterContext, checkpoint: Checkpoint): Incremental<readonly Shortage[]> {
  const lacked: Shortage[] = [];
  for (const each of (yield* requestOf(pod, context, checkpoint)).demands) {
    const { resource, amount, capacityOf, usedOf } = each;
    if (!hasEnough(node, each)) lacked.push({ resource, needed: amount, free: subtractInt64(capacityOf(node), usedOf(node)) });
    if (checkpoint.due()) yield;
  }
  return lacked;
}

/** The request of a pod. The common amounts are plain numbers, because most nodes only need a quick check. */
interface PodRequest extends AmountNumbers {
  readonly scalarDemands: readonly ResourceDemand[];
  readonly demands: readonly ResourceDemand[];
}

/** Returns a requested amount as a number. Without a request, returns negative infinity, which is less than any free amount. */
function demandNumber(amount: bigint): number {
  return amount <= 0n ? Number.NEGATIVE_INFINITY : exactNumber(amount);
}

function* requestOf(pod: Pod, context: FilterContext, checkpoint: Checkpoint): Incremental<PodRequest> {
  // The plugin ignores the node resources of devices from an earlier attempt. The status of the pod may still contain them.
  const requests = yield* podRequests(pod, { usePodLevelResources: context.features.podLevelResources }, checkpoint);
  const { milliCpu, memory, ephemeralStorage, scalars } = yield* amountsOf(requests, checkpoint);
  const scalarDemands: ResourceDemand[] = [];
  for (const [resource, amount] of scalars) {
    if (amount > 0n && !context.profile.ignoresResource(resource)) scalarDemands.push(scalarDemand(resource, amount, context));
    if (checkpoint.due()) yield;
  }
  const plain = [
    plainDemand('cpu', 'milliCpu', milliCpu),
    plainDemand('memory', 'memory', memory),
    plainDemand('ephemeral-storage', 'ephemeralStorage', ephemeralStorage),
  ];
  return {
    milliCpu: demandNumber(milliCpu),
    memory: demandNumber(memory),
    ephemeralStorage: demandNumber(ephemeralStorage),
    scalarDemands,
    demands: [...plain.filter(({ amount }) => amount > 0n), ...scalarDemands],
  };
}

function plainDemand(resource: string, field: 'milliCpu' | 'memory' | 'ephemeralStorage', amount: bigint): ResourceDemand {
  return {
    resource,
    message: INSUFFICIENT + resource,
    amount,
    hasClass: false,
    isScalar: false,
    capacityOf: ({ allocatable }) => allocatable[field],
    usedOf: ({ requested }) => requested[field],
  };
}

function scalarDemand(resource: string, amount: bigint, { features, classes }: FilterContext): ResourceDemand {
  return countedDemand(resource, amount, features.extendedResource && classes.classOf(resource) !== undefined);
}

function countedDemand(resource: string, amount: bigint, hasClass: boolean): ResourceDemand {
  return {
    resource,
    message: INSUFFICIENT + resource,
    amount,
    hasClass,
    isScalar: true,
    capacityOf: ({ allocatable }) => allocatable.scalars.get(resource) ?? 0n,
    usedOf: ({ requested }) => requested.scalars.get(resource) ?? 0n,
  };
}

function hasTooManyPods({ isUnlimited, podInfos, allowedPods }: NodeInfo): boolean {
  return !isUnlimited && podInfos.length >= allowedPods;
}

/** Returns true if a node has room for a pod; false also if amounts are too large for numbers. */
function hasRoom(node: NodeInfo, request: PodRequest): boolean {
  if (hasTooManyPods(node) || !seesEnough(node, request)) return false;
  for (const each of request.scalarDemands) if (!hasEnough(node, each)) return false;
  return true;
}

function* lacking(node: NodeInfo, { demands }: PodRequest, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
  const rejections = hasTooManyPods(node) ? [tooManyPods(node)] : [];
  let unlisted = 0;
  for (const each of demands) {
    if (checkpoint.due()) yield;
    if (hasEnough(node, each)) continue;
    if (rejections.length < MOST_REASONS) rejections.push(insufficient(node, each));
    else unlisted++;
  }
  if (unlisted > 0) rejections.push({ code: 'insufficient-resource', message: `${INSUFFICIENT}${unlisted} more resources` });
  return rejections;
}

/** Returns the shortages of a node for a pod whose devices use node resources. Ignores extended resources and the pod slot. */
export function lackedResources(node: NodeInfo, { milliCpu, memory, ephemeralStorage, scalars }: ResourceAmounts): readonly Rejection[] {
  const plain = [
    plainDemand('cpu', 'milliCpu', milliCpu),
    plainDemand('memory', 'memory', memory),
    plainDemand('ephemeral-storage', 'ephemeralStorage', ephemeralStorage),
  ];
  const hugePages = [...scalars].flatMap(([resource, amount]) => (isHugePages(resource) ? [countedDemand(resource, amount, false)] : []));
  const demands = [...plain.filter(({ amount }) => amount > 0n), ...hugePages];
  return demands.flatMap((each) => (hasEnough(node, each) ? [] : [insufficient(node, each)]));
}

/** The most reasons listed for a node, because a pod can lack a hundred thousand resources on each of many nodes. */
const MOST_REASONS = 100;

/**
 * Returns whether a node has enough of a resource. A node without `status.allocatable` has enough of every resource except extended resources,
 * which must be declared.
 */
function hasEnough(node: NodeInfo, { resource, amount, hasClass, isScalar, capacityOf, usedOf }: ResourceDemand): boolean {
  const capacity = capacityOf(node);
  if (hasClass && capacity <= 0n) return true;
  if (node.isUnlimited && !(isScalar && isExtendedResource(resource))) return true;
  return amount <= subtractInt64(capacity, usedOf(node));
}

/** Returns true if a node has enough of the non-scalar resources; false also if amounts are too large for numbers. */
function seesEnough(node: NodeInfo, { milliCpu, memory, ephemeralStorage }: PodRequest): boolean {
  const { left } = numbersOf(node);
  return milliCpu <= left.milliCpu && memory <= left.memory && ephemeralStorage <= left.ephemeralStorage;
}

function tooManyPods({ node, podInfos, allowedPods }: NodeInfo): Rejection {
  const isForgotten = node.status.allocatable?.has('pods') === false;
  const detail = isForgotten
    ? 'status.allocatable does not list pods, so the node admits no pod'
    : `the node has ${podInfos.length} of ${allowedPods} pods`;
  return { code: 'too-many-pods', message: 'Too many pods', detail };
}

function insufficient(node: NodeInfo, { resource, message, amount, capacityOf, usedOf }: ResourceDemand): Rejection {
  const capacity = capacityOf(node);
  const free = subtractInt64(capacity, usedOf(node));
  const text = (value: bigint): string => inWords(resource, value);
  const needs = resource === 'cpu' ? `${text(amount)} ${amount === 1000n ? 'CPU' : 'CPUs'}` : text(amount);
  const detail = `needs ${needs}, ${text(free < 0n ? 0n : free)} of ${text(capacity)} free`;
  return { code: 'insufficient-resource', message, detail, ...(amount > capacity ? { exceedsNode: true as const } : {}) };
}

/** Formats an amount in a familiar unit: `7.9` CPUs, and bytes as Kubernetes writes them. */
function inWords(resource: string, value: bigint): string {
  return resource === 'cpu' ? (Number(value) / 1000).toString() : amountOf(resource, value).toString();
}

/** Returns an amount of a resource as Kubernetes writes it. */
export function amountOf(resource: string, value: bigint): Quantity {
  if (resource === 'cpu') return Quantity.fromMilli(value, 'DecimalSI');
  return Quantity.fromInt64(value, isCountedInBytes(resource) ? 'BinarySI' : 'DecimalSI');
}

const INSUFFICIENT = 'Insufficient ';

/** Returns the insufficient resources that rejections name. */
export function rejectedResources(rejections: readonly Rejection[]): ReadonlySet<string> {
  const messages = new Set(
    rejections.flatMap(({ code, message, detail }) => (code === 'insufficient-resource' && detail !== undefined ? [message] : [])),
  );
  return new Set(Array.from(messages, (message) => message.slice(INSUFFICIENT.length)));
}
