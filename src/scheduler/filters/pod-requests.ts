// Sums the resource requests of a pod over its containers. Source: PodRequests in resource/helpers.go of k8s.io/component-helpers v0.37.2.

import type { Container, ContainerStatus } from '../../core/api/container.js';
import type { Pod } from '../../core/api/pod.js';
import type { NodeAllocatableClaim } from '../../core/api/pod-status.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT, NO_WORK } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { isShortLived } from '../pods/extended-resources.js';
import { isHugePages } from './resource.js';

/** Options of the sum. Absent options are off. */
export interface PodRequestsOptions {
  /** Count the allocated resources of running pods if they exceed the requests (in-place resize). */
  readonly useStatus?: boolean;
  /** True if the pod-level status takes precedence over the status of containers. */
  readonly usePodLevelStatus?: boolean;
  /** True if pod-level requests replace the requests of containers. */
  readonly usePodLevelResources?: boolean;
  /** Count the node resources that devices use. */
  readonly useNodeAllocatableClaims?: boolean;
  /** Amounts for resources that a container does not request. */
  readonly nonMissing?: ResourceList;
}

type Amounts = Map<string, Quantity>;
type ReadonlyAmounts = ReadonlyMap<string, Quantity>;
type AmountsOfContainer = (container: Container, status: ContainerStatus | undefined) => ResourceList;

const NOTHING: ReadonlyAmounts = new Map();
const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/** Returns whether pod-level requests may name a resource. */
export function isPodLevelResource(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || isHugePages(resource);
}

/** Returns whether a pod has effective pod-level requests. */
export function hasPodLevelRequests({ spec }: Pod, checkpoint: Checkpoint): boolean {
  const requests = spec.resources?.requests;
  if (requests === undefined || requests.size === 0) return false;
  for (const resource of requests.keys()) {
    checkpoint.step();
    if (isPodLevelResource(resource)) return true;
  }
  return false;
}

/** Returns the requests of a pod, including its overhead. */
export function* podRequests(pod: Pod, options: PodRequestsOptions, checkpoint: Checkpoint): Incremental<ReadonlyAmounts> {
  const requests = yield* containerRequests(pod, options, checkpoint);
  if (options.usePodLevelResources === true && hasPodLevelRequests(pod, checkpoint)) {
    for (const [resource, amount] of yield* effectivePodLevel(pod, options, checkpoint)) {
      if (isPodLevelResource(resource)) requests.set(resource, amount);
      if (checkpoint.due()) yield;
    }
  }
  for (const [resource, amount] of pod.spec.overhead) {
    add(requests, resource, amount);
    if (checkpoint.due()) yield;
  }
  return requests;
}

/** Returns the pod-level requests, or the allocated amounts if these are larger. */
function* effectivePodLevel({ spec, status }: Pod, options: PodRequestsOptions, checkpoint: Checkpoint): Incremental<ReadonlyAmounts> {
  const requests = spec.resources?.requests ?? NOTHING;
  if (options.usePodLevelStatus !== true || options.useStatus !== true || status.resources === undefined) return requests;
  const effective = isResizeInfeasible(status, checkpoint) ? NOTHING : requests;
  return yield* greatest([effective, status.resources.requests ?? NOTHING, status.allocatedResources ?? NOTHING], checkpoint);
}

/** Returns the requests of all containers together (AggregateContainerRequests), in a new map. */
export function* containerRequests(pod: Pod, options: PodRequestsOptions, checkpoint: Checkpoint): Incremental<Amounts> {
  const total = yield* aggregate(pod, ({ requests }) => requests, options, checkpoint);
  if (options.useNodeAllocatableClaims === true) yield* addNodeAllocatable(total, pod, checkpoint);
  const { status } = pod;
  if (options.useStatus !== true || !hasAmounts(status)) return total;
  const infeasible = isResizeInfeasible(status, checkpoint);
  const { allocated, actuated } = yield* statusRequests(pod, infeasible, options, checkpoint);
  return yield* greatest(infeasible ? [actuated, allocated] : [total, actuated, allocated], checkpoint);
}

/** Returns whether the amounts in a status may differ from the requests: false before the kubelet runs the pod. */
function hasAmounts(status: Pod['status']): boolean {
  const { containerStatuses, initContainerStatuses, conditions, nodeAllocatableResourceClaimStatuses: claims } = status;
  const listed = containerStatuses.length + initContainerStatuses.length + conditions.length + claims.length;
  return listed > 0 || status.allocatedResources !== undefined;
}

/** Returns the amounts that a running pod was admitted with, and the amounts in effect: they differ while the kubelet resizes it. */
function* statusRequests(
  pod: Pod,
  infeasible: boolean,
  options: PodRequestsOptions,
  checkpoint: Checkpoint,
): Incremental<{ readonly allocated: ReadonlyAmounts; readonly actuated: ReadonlyAmounts }> {
  const { allocatedResources, resources } = pod.status;
  if (options.usePodLevelStatus === true && allocatedResources !== undefined && resources?.requests !== undefined) {
    return { allocated: allocatedResources, actuated: resources.requests };
  }
  const unless = (requests: ResourceList): ResourceList => (infeasible ? NOTHING : requests);
  const allocated = yield* aggregate(pod, ({ requests }, status) => status?.allocatedResources ?? unless(requests), options, checkpoint);
  if (options.useNodeAllocatableClaims === true) yield* addNodeAllocatable(allocated, pod, checkpoint);
  const actuated = yield* aggregate(
    pod,
    ({ requests }, status) => status?.resources?.requests ?? status?.allocatedResources ?? unless(requests),
    options,
    checkpoint,
  );
  return { allocated, actuated };
}

/**
 * Returns the amounts of all containers: concurrent containers and sidecars together, or an init container with the sidecars before it if that
 * is more. Also used for limits.
 */
export function* aggregate(
  pod: Pod,
  amountsOf: AmountsOfContainer,
  options: PodRequestsOptions,
  checkpoint: Checkpoint,
): Incremental<Amounts> {
  const { initContainers, containers } = pod.spec;
  const statusOf = options.useStatus === true && hasAmounts(pod.status) ? yield* statusesByName(pod, checkpoint) : undefined;
  const listOf = (container: Container): AmountEntries =>
    withNonMissing(amountsOf(container, statusOf?.get(container.name)), options.nonMissing);
  const total: Amounts = new Map();
  for (const container of containers) {
    for (const [resource, amount] of listOf(container)) {
      add(total, resource, amount);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  if (initContainers.length === 0) return total;
  const peak = yield* peaksOfInit(initContainers, listOf, total, checkpoint);
  for (const [resource, amount] of peak) {
    raise(total, resource, amount);
    if (checkpoint.due()) yield;
  }
  return total;
}

/** Returns the peak of the init containers, each with the sidecars before it. Adds sidecars to `total`. */
function* peaksOfInit(
  initContainers: readonly Container[],
  listOf: (container: Container) => AmountEntries,
  total: Amounts,
  checkpoint: Checkpoint,
): Incremental<ReadonlyAmounts> {
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of initContainers) {
    const isSidecar = !isShortLived(container);
    // For other resources, the peak already includes the sidecars so far, because it was raised when they were added.
    for (const [resource, amount] of listOf(container)) {
      const before = sidecars.get(resource);
      const sum = before === undefined ? amount : before.add(amount);
      if (isSidecar) {
        add(total, resource, amount);
        sidecars.set(resource, sum);
      }
      raise(peak, resource, sum);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return peak;
}

/** Returns the first status of each name; containers precede init containers. */
function* statusesByName({ status }: Pod, checkpoint: Checkpoint): Incremental<ReadonlyMap<string, ContainerStatus>> {
  const byName = new Map<string, ContainerStatus>();
  for (const statuses of [status.containerStatuses, status.initContainerStatuses]) {
    for (const each of statuses) {
      if (!byName.has(each.name)) byName.set(each.name, each);
      if (checkpoint.due()) yield;
    }
  }
  return byName;
}

/** Amounts by name. */
type AmountEntries = Iterable<readonly [string, Quantity]>;

/** Lists the default amounts of some resources, in which amounts of the list replace the defaults, and then the others. */
function withNonMissing(list: ReadonlyAmounts, nonMissing: ResourceList | undefined): AmountEntries {
  return nonMissing === undefined || nonMissing.size === 0 ? list : entriesWith(list, nonMissing);
}

/** A copy of a long list would take long in one go. */
function* entriesWith(list: ReadonlyAmounts, nonMissing: ResourceList): Generator<readonly [string, Quantity]> {
  for (const [name, amount] of nonMissing) yield [name, list.get(name) ?? amount];
  for (const entry of list) if (!nonMissing.has(entry[0])) yield entry;
}

/** Returns whether the kubelet cannot perform a requested resize. The request is then ignored. */
function isResizeInfeasible({ conditions }: Pod['status'], checkpoint: Checkpoint): boolean {
  checkpoint.step(Math.ceil(conditions.length / ITEMS_A_UNIT));
  return conditions.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
}

/** Returns the node resources that devices of the pod's claims use, in a new map. */
export function* nodeAllocatableAmounts(pod: Pod, checkpoint: Checkpoint): Incremental<ReadonlyAmounts> {
  const amounts: Amounts = new Map();
  yield* addNodeAllocatable(amounts, pod, checkpoint);
  return amounts;
}

/** Adds the node resources that devices of the pod's claims use. */
function addNodeAllocatable(amounts: Amounts, { status }: Pod, checkpoint: Checkpoint): Incremental<void> {
  return status.nodeAllocatableResourceClaimStatuses.length === 0 ? NO_WORK : addingNodeAllocatable(amounts, status, checkpoint);
}

function* addingNodeAllocatable(amounts: Amounts, status: Pod['status'], checkpoint: Checkpoint): Incremental<void> {
  for (const { mapping, overhead, containers } of status.nodeAllocatableResourceClaimStatuses) {
    for (const { name, quantity } of mapping) {
      if (quantity !== undefined) amounts.set(name, (amounts.get(name) ?? ZERO).add(quantity));
      if (checkpoint.due()) yield;
    }
    for (const each of overhead) {
      amounts.set(each.name, (amounts.get(each.name) ?? ZERO).add(overheadOf(each, containers.length)));
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
}

function overheadOf({ perPod, perContainer }: NodeAllocatableClaim['overhead'][number], containers: number): Quantity {
  const forPod = perPod === undefined ? ZERO : ZERO.add(perPod);
  return perContainer === undefined || containers === 0 ? forPod : forPod.add(perContainer.mul(BigInt(containers)));
}

function add(amounts: Amounts, resource: string, amount: Quantity): void {
  const largest = amounts.get(resource);
  amounts.set(resource, largest === undefined ? amount : largest.add(amount));
}

function raise(amounts: Amounts, resource: string, amount: Quantity): void {
  const sum = amounts.get(resource);
  if (sum === undefined) amounts.set(resource, amount);
  // The comparison changes the form of the amount. The form matters if the amount does not fit into 64 bits.
  else if (amount.compare(sum) > 0) amounts.set(resource, amount.afterCompare(sum));
}

/** Returns the greatest amount of each resource, in a new map. */
function* greatest(lists: readonly ReadonlyAmounts[], checkpoint: Checkpoint): Incremental<Amounts> {
  const amounts: Amounts = new Map();
  for (const list of lists) {
    for (const [resource, amount] of list) {
      raise(amounts, resource, amount);
      if (checkpoint.due()) yield;
    }
  }
  return amounts;
}
