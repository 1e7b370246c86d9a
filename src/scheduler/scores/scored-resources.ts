// The resources that a score counts, by the configuration of its plugin. Source: calculateResourceAllocatableRequest in plugin noderesources,
// resource_allocation.go, of Kubernetes 1.37.1, without devices that serve extended resources by DRA.

import type { ResourceList } from '../../core/api/resource-list.js';
import type { NodeInfo } from '../filters/node-info.js';
import { addInt64, isScalarResource } from '../filters/resource.js';

/** The amounts of a resource on a node. */
export interface ScoredAmounts {
  /** The place of the resource in the configuration. */
  readonly index: number;
  readonly capacity: bigint;
  /** The amount that pods use, without and with the pod. */
  readonly used: bigint;
  readonly requested: bigint;
}

type UsedOf = (node: NodeInfo) => bigint;

/** The amounts of nodes that the score counts. */
export interface ScoredUse {
  readonly cpu: UsedOf;
  readonly memory: UsedOf;
}

/**
 * Returns a function that lists the amounts of a node. A resource without capacity is ignored. So is an extended resource that
 * the pod does not request.
 */
export function scoredResources(
  names: readonly string[],
  requests: ResourceList,
  use: ScoredUse,
): (node: NodeInfo) => readonly ScoredAmounts[] {
  const all = names.map((name, index) => ({ index, request: requestOf(name, requests), ...readersOf(name, use) }));
  const counted = all.filter(({ index, request }) => request !== 0n || !isScalarResource(names[index] as string));
  return (node) =>
    counted.flatMap(({ index, request, capacityOf, usedOf }) => {
      const capacity = capacityOf(node);
      const used = usedOf(node);
      return capacity === 0n ? [] : [{ index, capacity, used, requested: addInt64(used, request) }];
    });
}

/** Returns the requested amount, in thousandths of CPUs or in whole units. */
export function requestOf(name: string, requests: ResourceList): bigint {
  const quantity = requests.get(name);
  return (name === 'cpu' ? quantity?.milliValue() : quantity?.value()) ?? 0n;
}

function readersOf(name: string, { cpu, memory }: ScoredUse): { readonly capacityOf: UsedOf; readonly usedOf: UsedOf } {
  switch (name) {
    case 'cpu':
      return { capacityOf: ({ allocatable }) => allocatable.milliCpu, usedOf: cpu };
    case 'memory':
      return { capacityOf: ({ allocatable }) => allocatable.memory, usedOf: memory };
    case 'ephemeral-storage':
      return { capacityOf: ({ allocatable }) => allocatable.ephemeralStorage, usedOf: ({ requested }) => requested.ephemeralStorage };
    default:
      return {
        capacityOf: ({ allocatable }) => allocatable.scalars.get(name) ?? 0n,
        usedOf: ({ requested }) => requested.scalars.get(name) ?? 0n,
      };
  }
}
