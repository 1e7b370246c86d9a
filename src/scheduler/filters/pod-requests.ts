// The amounts that a pod requests of a node, all its containers together. Source: PodRequests in resource/helpers.go of
// k8s.io/component-helpers v0.37.2.

import type { Container, ContainerStatus } from '../../core/api/container.js';
import type { Pod } from '../../core/api/pod.js';
import type { NodeAllocatableClaim } from '../../core/api/pod-status.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { isShortLived } from '../pods/extended-resources.js';
import { isHugePages } from './resource.js';

/** Switches of the count. Absent ones are off. */
export interface PodRequestsOptions {
  /** Pods that run take what they were given where it is more than what they ask for (in-place resize). */
  readonly useStatus?: boolean;
  /** The status of the pod as a whole counts before those of its containers. */
  readonly usePodLevelStatus?: boolean;
  /** Requests of the pod as a whole take the place of those of its containers. */
  readonly usePodLevelResources?: boolean;
  /** Devices that stand for resources of the node count. */
  readonly useNodeAllocatableClaims?: boolean;
  /** Amounts for resources that a container does not request at all. */
  readonly nonMissing?: ResourceList;
}

type Amounts = Map<string, Quantity>;
type ReadonlyAmounts = ReadonlyMap<string, Quantity>;
type AmountsOfContainer = (container: Container, status: ContainerStatus | undefined) => ResourceList;

const NOTHING: ReadonlyAmounts = new Map();
const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/** Returns whether the requests of a pod as a whole may name a resource. */
export function isPodLevelResource(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || isHugePages(resource);
}

/** Returns whether a pod as a whole has requests that count. */
export function hasPodLevelRequests({ spec }: Pod, checkpoint: Checkpoint): boolean {
  const requests = spec.resources?.requests;
  if (requests === undefined || requests.size === 0) return false;
  for (const resource of requests.keys()) {
    checkpoint.step();
    if (isPodLevelResource(resource)) return true;
  }
  return false;
}

/** The requests of a pod with its overhead. */
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

/** The requests of the pod as a whole, or what it was given where that is more. */
function* effectivePodLevel({ spec, status }: Pod, options: PodRequestsOptions, checkpoint: Checkpoint): Incremental<ReadonlyAmounts> {
  const requests = spec.resources?.requests ?? NOTHING;
  if (options.usePodLevelStatus !== true || options.useStatus !== true || status.resources === undefined) return requests;
  const asked = isResizeInfeasible(status, checkpoint) ? NOTHING : requests;
  return yield* greatest([asked, status.resources.requests ?? NOTHING, status.allocatedResources ?? NOTHING], checkpoint);
}

/** The requests of all containers together (AggregateContainerRequests). The map is new. */
export function* containerRequests(pod: Pod, options: PodRequestsOptions, checkpoint: Checkpoint): Incremental<Amounts> {
  const asked = yield* aggregate(pod, ({ requests }) => requests, options, checkpoint);
  if (options.useNodeAllocatableClaims === true) yield* addNodeAllocatable(asked, pod, checkpoint);
  if (options.useStatus !== true) return asked;
  const { status } = pod;
  const infeasible = isResizeInfeasible(status, checkpoint);
  const { allocated, actuated } = yield* givenRequests(pod, infeasible, options, checkpoint);
  return yield* greatest(infeasible ? [actuated, allocated] : [asked, actuated, allocated], checkpoint);
}

/** The amounts that a pod that runs was admitted with, and those that hold: they differ while the kubelet resizes it. */
function* givenRequests(
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
 * The amounts of all containers: those that run side by side together, sidecars among them, or an init container with the sidecars before it where
 * that is more. Also used for limits.
 */
export function* aggregate(
  pod: Pod,
  amountsOf: AmountsOfContainer,
  options: PodRequestsOptions,
  checkpoint: Checkpoint,
): Incremental<Amounts> {
  const { initContainers, containers } = pod.spec;
  const statusOf = options.useStatus === true ? yield* statusesByName(pod, checkpoint) : undefined;
  const listOf = (container: Container): ReadonlyAmounts =>
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

/** The most that init containers take, each with the sidecars before it. Sidecars are added to `total`. */
function* peaksOfInit(
  initContainers: readonly Container[],
  listOf: (container: Container) => ReadonlyAmounts,
  total: Amounts,
  checkpoint: Checkpoint,
): Incremental<ReadonlyAmounts> {
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of initContainers) {
    const isSidecar = !isShortLived(container);
    // The peak of other resources is what the sidecars so far take of them, or more: it was raised when they were added.
    for (const [resource, amount] of listOf(container)) {
      const before = sidecars.get(resource);
      const together = before === undefined ? amount : before.add(amount);
      if (isSidecar) {
        add(total, resource, amount);
        sidecars.set(resource, together);
      }
      raise(peak, resource, together);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return peak;
}

/** The first status of each name, those of containers before those of init containers. */
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

function withNonMissing(list: ReadonlyAmounts, nonMissing: ResourceList | undefined): ReadonlyAmounts {
  if (nonMissing === undefined || nonMissing.size === 0) return list;
  return new Map([...nonMissing, ...list]);
}

/** Returns whether the kubelet cannot give the pod what a resize asks for: then what is requested does not count. */
function isResizeInfeasible({ conditions }: Pod['status'], checkpoint: Checkpoint): boolean {
  checkpoint.step(Math.ceil(conditions.length / ITEMS_A_UNIT));
  return conditions.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
}

/** The amounts of the node's own resources that devices of the pod's claims stand for. The map is new. */
export function* nodeAllocatableAmounts(pod: Pod, checkpoint: Checkpoint): Incremental<ReadonlyAmounts> {
  const amounts: Amounts = new Map();
  yield* addNodeAllocatable(amounts, pod, checkpoint);
  return amounts;
}

/** Adds the amounts of the node's own resources that devices of the pod's claims stand for. */
function* addNodeAllocatable(amounts: Amounts, { status }: Pod, checkpoint: Checkpoint): Incremental<void> {
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
  const known = amounts.get(resource);
  amounts.set(resource, known === undefined ? amount : known.add(amount));
}

function raise(amounts: Amounts, resource: string, amount: Quantity): void {
  const known = amounts.get(resource);
  if (known === undefined) amounts.set(resource, amount);
  // The comparison leaves its mark on the form of the amount, which shows where it does not fit into 64 bits.
  else if (amount.compare(known) > 0) amounts.set(resource, amount.afterCompare(known));
}

/** The greatest amount of each resource. The map is new. */
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
