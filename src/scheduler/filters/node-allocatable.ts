// Counts the node resources that allocated devices use, in addition to the pod's requests. Source: nodeallocatabledynamicresources.go of
// plugin dynamicresources of Kubernetes 1.37.1, gate DRANodeAllocatableResources.

import type { Container } from '../../core/api/container.js';
import type { NodeAllocatableResource } from '../../core/api/node-allocatable.js';
import type { Pod, PodSpec } from '../../core/api/pod.js';
import type { NodeAllocatableClaim } from '../../core/api/pod-status.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { inOneGo } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { Rejection } from './filter.js';
import type { FilterFeatures } from './filter-features.js';
import type { NodeInfo } from './node-info.js';
import { lackedResources } from './node-resources-fit.js';
import { aggregate, containerRequests, isPodLevelResource, nodeAllocatableAmounts, podRequests } from './pod-requests.js';
import { amountsOf, isHugePages } from './resource.js';

/** A device that a claim is allocated. */
export interface DeviceHeld {
  readonly name: string;
  readonly resources: ReadonlyMap<string, NodeAllocatableResource>;
  /** The capacity that the claim consumes; undefined if the device is not shared. */
  readonly consumed: ReadonlyMap<string, Quantity> | undefined;
}

/** A claim of a pod with its devices. */
export interface ClaimHeld {
  /** Namespace and name. */
  readonly claim: string;
  readonly name: string;
  /** The names of the claim in the pod. */
  readonly podClaimNames: readonly string[];
  readonly devices: readonly DeviceHeld[];
}

const ZERO = Quantity.fromInt64(0n, 'DecimalSI');
const ONE = Quantity.fromInt64(1n, 'DecimalSI');

/** Returns the node resources that the claims of a pod use, as in the status of the pod. Throws `node-allocatable-failed`. */
export function nodeAllocatableClaims(spec: PodSpec, held: readonly ClaimHeld[]): readonly NodeAllocatableClaim[] {
  const claims = held.flatMap((each): readonly NodeAllocatableClaim[] => {
    const mapping = mappingOf(each);
    const overhead = overheadOf(each);
    if (mapping.length === 0 && overhead.length === 0) return [];
    const uses = ({ claims: used }: Container): readonly unknown[] => used.filter(({ name }) => each.podClaimNames.includes(name));
    const containers = [...spec.initContainers, ...spec.containers].flatMap((container) => uses(container).map(() => container.name));
    return [{ resourceClaimName: each.name, containers, mapping, overhead }];
  });
  return claims.sort((a, b) => compareBytes(a.resourceClaimName, b.resourceClaimName));
}

function mappingOf({ claim, devices }: ClaimHeld): NodeAllocatableClaim['mapping'] {
  const totals = new Map<string, Quantity>();
  for (const { name: device, resources, consumed } of devices) {
    for (const [name, { mapping }] of resources) {
      const amount = mapping === undefined ? undefined : mappedAmount(mapping, consumed, () => `claim ${claim}, device ${device}`, name);
      if (amount !== undefined) totals.set(name, (totals.get(name) ?? ZERO).add(amount));
    }
  }
  return byName([...totals].map(([name, quantity]) => ({ name, quantity })));
}

/** Returns the amount of a node resource that a device uses; undefined if the consumed capacity has no amount for it. */
function mappedAmount(
  { capacityKey = '', capacityMultiplier = ONE, deviceMultiplier }: NonNullable<NodeAllocatableResource['mapping']>,
  consumed: DeviceHeld['consumed'],
  where: () => string,
  resource: string,
): Quantity | undefined {
  if (capacityKey === '') return deviceMultiplier;
  if (consumed === undefined) {
    const key = `Capacity key '${capacityKey}' is set in NodeAllocatableResources for resource ${resource}`;
    throw new AllocationError('node-allocatable-failed', `${where()}: ConsumedCapacity is nil, but ${key}`);
  }
  const amount = consumed.get(capacityKey);
  return amount === undefined || capacityMultiplier.compare(ONE) === 0 ? amount : amount.times(capacityMultiplier);
}

function overheadOf({ devices }: ClaimHeld): NodeAllocatableClaim['overhead'] {
  const totals = new Map<string, { name: string; perPod?: Quantity; perContainer?: Quantity }>();
  for (const { resources } of devices) {
    for (const [name, { overhead }] of resources) {
      if (overhead?.perPod === undefined && overhead?.perContainer === undefined) continue;
      const total = totals.get(name) ?? { name };
      const perPod = sumOf(total.perPod, overhead.perPod);
      const perContainer = sumOf(total.perContainer, overhead.perContainer);
      totals.set(name, { name, ...(perPod === undefined ? {} : { perPod }), ...(perContainer === undefined ? {} : { perContainer }) });
    }
  }
  return byName([...totals.values()]);
}

function sumOf(left: Quantity | undefined, right: Quantity | undefined): Quantity | undefined {
  return left === undefined || right === undefined ? (left ?? right) : left.add(right);
}

function byName<T extends { readonly name: string }>(list: readonly T[]): readonly T[] {
  return list.slice().sort((a, b) => compareBytes(a.name, b.name));
}

/** Returns the pod with the node resources of its claims in its status, as the scheduler sets it once it found a node. */
export function withNodeAllocatable(pod: Pod, claims: readonly NodeAllocatableClaim[]): Pod {
  return { ...pod, status: { ...pod.status, nodeAllocatableResourceClaimStatuses: claims } };
}

/** Returns why a node lacks room for a pod with the node resources of its claims; empty if there is enough room. */
export function nodeAllocatableRejections(pod: Pod, info: NodeInfo, features: FilterFeatures): readonly Rejection[] {
  if (pod.status.nodeAllocatableResourceClaimStatuses.length === 0) return [];
  const uncovered = features.podLevelResources ? uncoveredByPod(pod) : undefined;
  if (uncovered !== undefined) return [{ code: 'insufficient-resource', message: uncovered }];
  const options = { usePodLevelResources: features.podLevelResources, useNodeAllocatableClaims: true };
  return lackedResources(info, inOneGo(amountsOf(inOneGo(podRequests(pod, options, UNLIMITED)), UNLIMITED)));
}

/** Pod-level requests and limits must cover the containers and the node resources of claims. */
function uncoveredByPod(pod: Pod): string | undefined {
  const { resources } = pod.spec;
  if (resources === undefined) return undefined;
  return uncoveredRequest(pod, resources.requests) ?? uncoveredHugePages(pod, resources.limits) ?? uncoveredLimit(pod, resources.limits);
}

function uncoveredRequest(pod: Pod, ofPod: ResourceList): string | undefined {
  const requests = inOneGo(containerRequests(pod, { useNodeAllocatableClaims: true }, UNLIMITED));
  for (const [resource, amount] of ofPod) {
    const podRequest = isPodLevelResource(resource) ? requests.get(resource) : undefined;
    if (podRequest !== undefined && podRequest.compare(amount) > 0) {
      return `pod level request for ${resource} is insufficient to cover the aggregated container and node-allocatable DRA requests`;
    }
  }
  return undefined;
}

function uncoveredHugePages(pod: Pod, ofPod: ResourceList): string | undefined {
  const claimed = inOneGo(nodeAllocatableAmounts(pod, UNLIMITED));
  const limits = inOneGo(aggregate(pod, (container) => container.limits, {}, UNLIMITED));
  for (const [resource, limit] of ofPod) {
    if (!isHugePages(resource)) continue;
    if ((limits.get(resource) ?? ZERO).add(claimed.get(resource) ?? ZERO).compare(limit) > 0) {
      return `pod level limit for ${resource} is insufficient to cover the aggregated container and node-allocatable DRA limits`;
    }
  }
  return undefined;
}

function uncoveredLimit(pod: Pod, ofPod: ResourceList): string | undefined {
  for (const { name, limits } of pod.spec.containers) {
    for (const [resource, amount] of limits) {
      const limit = isHugePages(resource) ? undefined : ofPod.get(resource);
      if (limit === undefined || amount.add(claimedBy(pod, name, resource)).compare(limit) <= 0) continue;
      return `pod level limit for ${resource} is insufficient to cover the limit and DRA overhead for container ${name}`;
    }
  }
  return undefined;
}

/** Returns the amount of a node resource that the claims of a container use. */
function claimedBy({ status }: Pod, container: string, resource: string): Quantity {
  let sum = ZERO;
  for (const { containers, mapping, overhead } of status.nodeAllocatableResourceClaimStatuses) {
    if (!containers.includes(container)) continue;
    for (const { name, quantity } of mapping) if (name === resource && quantity !== undefined) sum = sum.add(quantity);
    for (const { name, perPod = ZERO, perContainer = ZERO } of overhead) if (name === resource) sum = sum.add(perPod).add(perContainer);
  }
  return sum;
}
