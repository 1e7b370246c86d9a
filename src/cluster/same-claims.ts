// Merges claims that occur more than once in a call, so that each counts once. A claim may be among the claims to allocate and
// among the claims that hold devices.

import { objectName } from '../core/api/meta.js';
import type { AllocatedDevice, Allocation, ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { claimKey, withHeld } from './claims.js';

/** The claims of a call, and the allocations that they hold, each once. */
interface CurrentClaims {
  /** The claims to allocate, in order, with their existing allocations. */
  readonly claims: readonly ResourceClaim[];
  readonly allocations: readonly Allocation[];
}

/**
 * Merges the claims of a call. A claim to allocate that also holds devices keeps its allocation, as if the cluster stored it.
 * Claims are identical by namespace and name, or by uid if they have no name; a claim without either is separate. Throws
 * `invalid-input` if one claim has different allocations, or different uids.
 */
export function* withStoredClaims(
  requestedClaims: readonly ResourceClaim[],
  stored: readonly ResourceClaim[],
  checkpoint: Checkpoint,
): Incremental<CurrentClaims> {
  if (stored.length === 0 && !holdsDevices(requestedClaims, checkpoint)) return { claims: requestedClaims, allocations: [] };
  const claimByKey = new Map<string, { readonly claim: ResourceClaim; readonly path: string; isStored: boolean }>();
  const allocations: Allocation[] = [];
  const take = (claim: ResourceClaim, path: string, isStored: boolean): void => {
    const { allocation } = claim.status;
    if (allocation === undefined) return;
    const key = identityOf(claim);
    const before = key === undefined ? undefined : claimByKey.get(key);
    if (before !== undefined) {
      checkSame(before.claim, claim, `${before.path} and ${path}`, path);
      before.isStored ||= isStored;
      return;
    }
    if (key !== undefined) claimByKey.set(key, { claim, path, isStored });
    allocations.push(allocation);
  };
  for (const [index, claim] of requestedClaims.entries()) {
    take(claim, `claims[${index}]`, false);
    if (checkpoint.due()) yield;
  }
  for (const [index, claim] of stored.entries()) {
    take(claim, `allocated.claims[${index}]`, true);
    if (checkpoint.due()) yield;
  }
  const withAllocation = (claim: ResourceClaim, index: number): ResourceClaim => {
    if (claim.status.allocation !== undefined) return claim;
    const key = identityOf(claim);
    const held = key === undefined ? undefined : claimByKey.get(key);
    // If the cluster has neither claim, it also treats two requested claims of one name as separate.
    if (held?.isStored !== true) return claim;
    checkUid(held.claim, claim, `claims[${index}] and ${held.path}`, held.path);
    const { allocation, devices } = held.claim.status;
    return withHeld(claim, { allocation: allocation as Allocation, reported: devices });
  };
  return { claims: yield* mapping(requestedClaims, withAllocation, checkpoint), allocations };
}

/** Returns whether any of the claims is allocated. */
export function holdsDevices(claims: readonly ResourceClaim[], checkpoint: Checkpoint): boolean {
  checkpoint.step(claims.length / ITEMS_A_UNIT);
  return claims.some(isAllocated);
}

function isAllocated({ status }: ResourceClaim): boolean {
  return status.allocation !== undefined;
}

function identityOf(claim: ResourceClaim): string | undefined {
  const { name, uid } = claim.metadata;
  if (name !== '') return `name ${claimKey(claim)}`;
  return uid === '' ? undefined : `uid ${uid}`;
}

function checkSame(one: ResourceClaim, other: ResourceClaim, places: string, path: string): void {
  checkUid(one, other, places, path);
  if (textOf(one.status.allocation) === textOf(other.status.allocation)) return;
  const claim = objectName(one.metadata);
  throw new AllocationError('invalid-input', `${places}: claim ${claim} has two different allocations`, { path, claim });
}

function checkUid({ metadata }: ResourceClaim, { metadata: { uid } }: ResourceClaim, places: string, path: string): void {
  if (metadata.uid === '' || uid === '' || metadata.uid === uid) return;
  const claim = objectName(metadata);
  throw new AllocationError('invalid-input', `${places}: claim ${claim} has two different uids`, { path, claim });
}

/** Returns the devices and node selector of an allocation as text, independent of the API version: equal texts mean equal allocations. */
function textOf(allocation: Allocation | undefined): string {
  return JSON.stringify([allocation?.results.map(fieldsOf), allocation?.nodeSelector], (_, value) =>
    value instanceof Map ? [...value] : typeof value === 'bigint' ? `${value}` : value,
  );
}

function fieldsOf(result: AllocatedDevice): unknown {
  const { request, driver, pool, device, adminAccess = false, shareID, consumedCapacity = new Map() } = result;
  const consumed = Array.from(consumedCapacity, ([name, { nano }]) => [name, nano]).sort();
  return [request, driver, pool, device, adminAccess, shareID, consumed];
}
