// Counts resource amounts as the scheduler does, in 64-bit integers that wrap around. Source: type Resource in
// pkg/scheduler/framework/types.go and IsScalarResourceName of Kubernetes 1.37.1.

import type { ResourceList } from '../../core/api/resource-list.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { isExtendedResource, NATIVE } from '../pods/extended-resources.js';

/** The amounts that pods use on a node, or that a node has. */
export interface ResourceAmounts {
  readonly milliCpu: bigint;
  /** Bytes. */
  readonly memory: bigint;
  /** Bytes. */
  readonly ephemeralStorage: bigint;
  /** All other resources, by name. */
  readonly scalars: ReadonlyMap<string, bigint>;
}

export const NO_AMOUNTS: ResourceAmounts = Object.freeze({ milliCpu: 0n, memory: 0n, ephemeralStorage: 0n, scalars: new Map() });

const HUGE_PAGES = 'hugepages-';
const ATTACHABLE_VOLUMES = 'attachable-volumes-';

/** Returns whether a resource is a huge page size. */
export function isHugePages(resource: string): boolean {
  return resource.startsWith(HUGE_PAGES);
}

/** Returns whether amounts of a resource are bytes. */
export function isCountedInBytes(resource: string): boolean {
  return resource === 'memory' || resource === 'ephemeral-storage' || isHugePages(resource);
}

/** Returns whether the scheduler counts a resource without special treatment. */
export function isScalarResource(resource: string): boolean {
  return isExtendedResource(resource) || isHugePages(resource) || resource.includes(NATIVE) || resource.startsWith(ATTACHABLE_VOLUMES);
}

/**
 * Up to this amount, numbers are exact enough. Sums of a few such amounts are exact. A percentage that is not an integer
 * differs from the next integer by more than the rounding error.
 */
const MOST_EXACT = 2 ** 46;

/** Returns an amount as a number, which is ten times faster than a 64-bit integer; NaN if it is too large. */
export function exactNumber(amount: bigint): number {
  const number = Number(amount);
  return Math.abs(number) <= MOST_EXACT ? number : Number.NaN;
}

/** Returns the sum in 64 bits, wrapped around as in Go. */
export function addInt64(left: bigint, right: bigint): bigint {
  return BigInt.asIntN(64, left + right);
}

/** Returns the difference in 64 bits, wrapped around as in Go. */
export function subtractInt64(left: bigint, right: bigint): bigint {
  return BigInt.asIntN(64, left - right);
}

/** Returns the amounts of a resource list. */
export function* amountsOf(list: ResourceList, checkpoint: Checkpoint): Incremental<ResourceAmounts> {
  const amounts = { milliCpu: 0n, memory: 0n, ephemeralStorage: 0n, scalars: new Map<string, bigint>() };
  for (const [resource, quantity] of list) {
    if (resource === 'cpu') amounts.milliCpu = quantity.milliValue();
    else if (resource === 'memory') amounts.memory = quantity.value();
    else if (resource === 'ephemeral-storage') amounts.ephemeralStorage = quantity.value();
    else if (resource !== 'pods' && isScalarResource(resource)) amounts.scalars.set(resource, quantity.value());
    if (checkpoint.due()) yield;
  }
  return amounts;
}

/** Returns the sum of two amounts (`sign` 1) or their difference (-1). */
export function* addAmounts(
  amounts: ResourceAmounts,
  others: ResourceAmounts,
  sign: 1n | -1n,
  checkpoint: Checkpoint,
): Incremental<ResourceAmounts> {
  return {
    milliCpu: addInt64(amounts.milliCpu, sign * others.milliCpu),
    memory: addInt64(amounts.memory, sign * others.memory),
    ephemeralStorage: addInt64(amounts.ephemeralStorage, sign * others.ephemeralStorage),
    scalars: others.scalars.size === 0 ? amounts.scalars : yield* addScalars(amounts.scalars, others.scalars, sign, checkpoint),
  };
}

function* addScalars(
  scalars: ReadonlyMap<string, bigint>,
  others: ReadonlyMap<string, bigint>,
  sign: 1n | -1n,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, bigint>> {
  const sums = new Map(scalars);
  for (const [resource, amount] of others) {
    const sum = addInt64(sums.get(resource) ?? 0n, sign * amount);
    // A resource that is no longer used must be equal to a resource that was never used.
    if (sum === 0n) sums.delete(resource);
    else sums.set(resource, sum);
    if (checkpoint.due()) yield;
  }
  return sums;
}
