// Amounts of resources as the scheduler counts them: integers of 64 bits that wrap around. Source: type Resource in
// pkg/scheduler/framework/types.go and IsScalarResourceName of Kubernetes 1.37.1.

import type { ResourceList } from '../../core/api/resource-list.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { isExtendedResource, NATIVE } from '../pods/extended-resources.js';

/** Amounts that pods take of a node, or that a node has. */
export interface ResourceAmounts {
  readonly milliCpu: bigint;
  /** Bytes. */
  readonly memory: bigint;
  /** Bytes. */
  readonly ephemeralStorage: bigint;
  /** All other resources, by name. */
  readonly scalars: ReadonlyMap<string, bigint>;
}

/** Amounts of no resource. */
export const NO_AMOUNTS: ResourceAmounts = Object.freeze({ milliCpu: 0n, memory: 0n, ephemeralStorage: 0n, scalars: new Map() });

const HUGE_PAGES = 'hugepages-';
const ATTACHABLE_VOLUMES = 'attachable-volumes-';

/** Returns whether a resource is one of huge pages. */
export function isHugePages(resource: string): boolean {
  return resource.startsWith(HUGE_PAGES);
}

/** Returns whether amounts of a resource are bytes. */
export function isCountedInBytes(resource: string): boolean {
  return resource === 'memory' || resource === 'ephemeral-storage' || isHugePages(resource);
}

/** Returns whether the scheduler counts a resource that it knows nothing else about. */
export function isScalarResource(resource: string): boolean {
  return isExtendedResource(resource) || isHugePages(resource) || resource.includes(NATIVE) || resource.startsWith(ATTACHABLE_VOLUMES);
}

/**
 * Up to here amounts are as good as numbers: sums of a few of them are exact, and so are shares of 100, whose quotient, where it is no integer, is further
 * from the next one than half of the distance of two numbers.
 */
const MOST_EXACT = 2 ** 46;

/** An amount as a number, which takes a tenth of the time of one of 64 bits; NaN for one that is too large. */
export function exactNumber(amount: bigint): number {
  const number = Number(amount);
  return Math.abs(number) <= MOST_EXACT ? number : Number.NaN;
}

/** The sum in 64 bits, wrapped around as Go does. */
export function addInt64(left: bigint, right: bigint): bigint {
  return BigInt.asIntN(64, left + right);
}

/** The difference in 64 bits, wrapped around as Go does. */
export function subtractInt64(left: bigint, right: bigint): bigint {
  return BigInt.asIntN(64, left - right);
}

/** The amounts of a list. */
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

/** The amounts with others, of which there are `sign` times as many: 1 adds them, -1 removes them. */
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
    // A resource that nobody takes any more is not told from one that nobody ever took.
    if (sum === 0n) sums.delete(resource);
    else sums.set(resource, sum);
    if (checkpoint.due()) yield;
  }
  return sums;
}
