// NodeResourcesFit: a node must have what the pod requests next to what its pods take. Source: plugin noderesources, fit.go, of Kubernetes
// 1.37.1.

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
interface Wanted {
  readonly resource: string;
  /** The scheduler's words where there is too little: one text for all nodes. */
  readonly message: string;
  readonly amount: bigint;
  /** True where a device class serves the resource: then DRA does, on nodes that have none of it themselves. */
  readonly hasClass: boolean;
  readonly isScalar: boolean;
  /** The amount that the node has, and how much of it its pods take. */
  readonly capacityOf: (node: NodeInfo) => bigint;
  readonly usedOf: (node: NodeInfo) => bigint;
}

/** The number of pods, CPU, memory, ephemeral storage, huge pages, extended resources and others that are counted. */
export const nodeResourcesFit: FilterInIncrements = {
  plugin: 'NodeResourcesFit',
  changesWith: 'pods',
  *preparing(pod, context, checkpoint) {
    const request = yield* requestOf(pod, context, checkpoint);
    return {
      test(node, own) {
        own.step(request.wantedScalars.length);
        return hasRoom(node, request) ? PASSED : inOneGo(lacking(node, request, own));
      },
      testing: (node, own) => lacking(node, request, own),
    };
  },
};

/** The amount of a resource that a node has too little of. */
export interface Shortage {
  readonly resource: string;
  readonly wanted: bigint;
  /** The amount that nobody takes; negative where pods take more than there is. */
  readonly free: bigint;
}

/** The resources that a node has too little of for a pod, in thousandths of CPUs, bytes or pieces. */
export function* shortages(pod: Pod, node: NodeInfo, context: FilterContext, checkpoint: Checkpoint): Incremental<readonly Shortage[]> {
  const lacked: Shortage[] = [];
  for (const each of (yield* requestOf(pod, context, checkpoint)).wanted) {
    const { resource, amount, capacityOf, usedOf } = each;
    if (!hasEnough(node, each)) lacked.push({ resource, wanted: amount, free: subtractInt64(capacityOf(node), usedOf(node)) });
    if (checkpoint.due()) yield;
  }
  return lacked;
}

/** The request of a pod: the amounts that nearly every pod has are numbers side by side, since most nodes are only asked whether there is enough. */
interface PodRequest extends AmountNumbers {
  readonly wantedScalars: readonly Wanted[];
  readonly wanted: readonly Wanted[];
}

/** An amount that a pod requests, as a number: where it requests none, less than whatever is left. */
function wantedNumber(amount: bigint): number {
  return amount <= 0n ? Number.NEGATIVE_INFINITY : exactNumber(amount);
}

function* requestOf(pod: Pod, context: FilterContext, checkpoint: Checkpoint): Incremental<PodRequest> {
  // The plugin does not check what devices of an earlier attempt took, which the status of the pod may still say.
  const requests = yield* podRequests(pod, { usePodLevelResources: context.features.podLevelResources }, checkpoint);
  const { milliCpu, memory, ephemeralStorage, scalars } = yield* amountsOf(requests, checkpoint);
  const wantedScalars: Wanted[] = [];
  for (const [resource, amount] of scalars) {
    if (amount > 0n) wantedScalars.push(scalarWanted(resource, amount, context));
    if (checkpoint.due()) yield;
  }
  const plain = [
    plainWanted('cpu', 'milliCpu', milliCpu),
    plainWanted('memory', 'memory', memory),
    plainWanted('ephemeral-storage', 'ephemeralStorage', ephemeralStorage),
  ];
  return {
    milliCpu: wantedNumber(milliCpu),
    memory: wantedNumber(memory),
    ephemeralStorage: wantedNumber(ephemeralStorage),
    wantedScalars,
    wanted: [...plain.filter(({ amount }) => amount > 0n), ...wantedScalars],
  };
}

function plainWanted(resource: string, field: 'milliCpu' | 'memory' | 'ephemeralStorage', amount: bigint): Wanted {
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

function scalarWanted(resource: string, amount: bigint, { features, classes }: FilterContext): Wanted {
  return countedWanted(resource, amount, features.extendedResource && classes.classOf(resource) !== undefined);
}

function countedWanted(resource: string, amount: bigint, hasClass: boolean): Wanted {
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

function hasTooManyPods({ isUnlimited, pods, allowedPods }: NodeInfo): boolean {
  return !isUnlimited && pods >= allowedPods;
}

/** True: a node has room for a pod. False: it has not, or amounts are too large for numbers. */
function hasRoom(node: NodeInfo, request: PodRequest): boolean {
  if (hasTooManyPods(node) || !seesEnough(node, request)) return false;
  for (const each of request.wantedScalars) if (!hasEnough(node, each)) return false;
  return true;
}

function* lacking(node: NodeInfo, { wanted }: PodRequest, checkpoint: Checkpoint): Incremental<readonly Rejection[]> {
  const rejections = hasTooManyPods(node) ? [tooManyPods(node)] : [];
  let unlisted = 0;
  for (const each of wanted) {
    if (checkpoint.due()) yield;
    if (hasEnough(node, each)) continue;
    if (rejections.length < MOST_REASONS) rejections.push(insufficient(node, each));
    else unlisted++;
  }
  if (unlisted > 0) rejections.push({ code: 'insufficient-resource', message: `${INSUFFICIENT}${unlisted} more resources` });
  return rejections;
}

/** The resources of its own that a node has too little of for a pod whose devices stand for some. Extended ones do not count, nor does the place of the pod. */
export function lackedResources(node: NodeInfo, { milliCpu, memory, ephemeralStorage, scalars }: ResourceAmounts): readonly Rejection[] {
  const plain = [
    plainWanted('cpu', 'milliCpu', milliCpu),
    plainWanted('memory', 'memory', memory),
    plainWanted('ephemeral-storage', 'ephemeralStorage', ephemeralStorage),
  ];
  const hugePages = [...scalars].flatMap(([resource, amount]) => (isHugePages(resource) ? [countedWanted(resource, amount, false)] : []));
  const wanted = [...plain.filter(({ amount }) => amount > 0n), ...hugePages];
  return wanted.flatMap((each) => (hasEnough(node, each) ? [] : [insufficient(node, each)]));
}

/** The reasons of a node that are listed: nobody reads more, and a pod can lack a hundred thousand resources on each of many nodes. */
const MOST_REASONS = 100;

/**
 * A node that tells nothing of what it can allocate is taken to have enough of all but extended resources, which a node has only where it
 * says so.
 */
function hasEnough(node: NodeInfo, { resource, amount, hasClass, isScalar, capacityOf, usedOf }: Wanted): boolean {
  const capacity = capacityOf(node);
  if (hasClass && capacity <= 0n) return true;
  if (node.isUnlimited && !(isScalar && isExtendedResource(resource))) return true;
  return amount <= subtractInt64(capacity, usedOf(node));
}

/** True: a node has enough of the resources that are no scalars. False: it has not, or amounts are too large for numbers. */
function seesEnough(node: NodeInfo, { milliCpu, memory, ephemeralStorage }: PodRequest): boolean {
  const { left } = numbersOf(node);
  return milliCpu <= left.milliCpu && memory <= left.memory && ephemeralStorage <= left.ephemeralStorage;
}

function tooManyPods({ node, pods, allowedPods }: NodeInfo): Rejection {
  const isForgotten = node.status.allocatable?.has('pods') === false;
  const detail = isForgotten ? 'status.allocatable has no pods, so none may be there' : `${pods} of ${allowedPods} pods are there`;
  return { code: 'too-many-pods', message: 'Too many pods', detail };
}

function insufficient(node: NodeInfo, { resource, message, amount, capacityOf, usedOf }: Wanted): Rejection {
  const capacity = capacityOf(node);
  const free = subtractInt64(capacity, usedOf(node));
  const text = (value: bigint): string => inWords(resource, value);
  const needs = resource === 'cpu' ? `${text(amount)} ${amount === 1000n ? 'CPU' : 'CPUs'}` : text(amount);
  const detail = `needs ${needs}, ${text(free < 0n ? 0n : free)} of ${text(capacity)} free`;
  return { code: 'insufficient-resource', message, detail, ...(amount > capacity ? { exceedsNode: true as const } : {}) };
}

/** An amount in the unit that people use: `7.9` CPUs, and for bytes what Kubernetes writes. */
function inWords(resource: string, value: bigint): string {
  return resource === 'cpu' ? (Number(value) / 1000).toString() : amountOf(resource, value).toString();
}

/** An amount of a resource as Kubernetes writes it. */
export function amountOf(resource: string, value: bigint): Quantity {
  if (resource === 'cpu') return Quantity.fromMilli(value, 'DecimalSI');
  return Quantity.fromInt64(value, isCountedInBytes(resource) ? 'BinarySI' : 'DecimalSI');
}

const INSUFFICIENT = 'Insufficient ';

/** The resources that nodes have too little of, by their rejections. */
export function rejectedResources(rejections: readonly Rejection[]): ReadonlySet<string> {
  const messages = new Set(
    rejections.flatMap(({ code, message, detail }) => (code === 'insufficient-resource' && detail !== undefined ? [message] : [])),
  );
  return new Set(Array.from(messages, (message) => message.slice(INSUFFICIENT.length)));
}
