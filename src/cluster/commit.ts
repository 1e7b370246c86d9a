// Commits outcomes: an outcome must fit its claims, and its devices must still exist and be free.

import type { Outcome } from '../allocator/evaluate/outcome.js';
import { deviceId, deviceKey } from '../allocator/pools/pool.js';
import { type ChoiceHistogram, choicesOf } from '../allocator/score.js';
import { decodeAllocation } from '../core/api/claim-status.js';
import { objectName } from '../core/api/meta.js';
import type { AllocatedDevice, Allocation, DeviceRequest, ResourceClaim } from '../core/api/resource-claim.js';
import { wrongArgument } from '../core/base/arguments.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { ClaimSet } from './claims.js';
import type { ClusterState } from './cluster-state.js';
import { Remainder } from './remainder.js';

/** A claim, its `claimKey`, and its allocation in an outcome. */
interface Commitment {
  readonly claim: ResourceClaim;
  readonly key: string;
  readonly allocation: Allocation;
}

/** The cluster that outcomes are committed to, and the histogram of allocated alternatives. */
export interface CommittedTo {
  readonly state: ClusterState;
  readonly chosen: ChoiceHistogram;
}

/**
 * Occupies the devices of an outcome for claims, and returns the keys of the claims that held none before. `decoded`: allocations of the
 * outcome that are already decoded. Throws `stale-outcome` without any change. Requires: no change of the cluster during a pause, and no
 * limits on the call.
 */
export function* commit(
  { claims, keys }: ClaimSet,
  outcome: Outcome | { readonly kind: 'rejected' },
  { state, chosen }: CommittedTo,
  checkpoint: Checkpoint,
  decoded: readonly (Allocation | undefined)[] = [],
): Incremental<ReadonlySet<string>> {
  if (outcome?.kind !== 'allocated')
    throw wrongArgument('outcome.kind', 'an allocated outcome, because no other outcome can be committed', outcome?.kind);
  const { allocations } = outcome;
  if (allocations?.length !== claims.length) {
    throw new AllocationError('stale-outcome', `the outcome has ${allocations?.length} allocations for ${claims.length} claims`);
  }
  const commitmentOf = (claim: ResourceClaim, index: number): Commitment => {
    const allocation = decoded[index] ?? decodeAllocation(allocations[index] as unknown as Json, () => ['outcome', 'allocations', index]);
    return { claim, key: keys[index] as string, allocation };
  };
  const commitments = yield* mapping(claims, commitmentOf, checkpoint);
  yield* checkCommitments(commitments, state, checkpoint);
  const taken = new Set<string>();
  for (const { claim, key, allocation } of commitments) {
    if (checkpoint.due()) yield;
    if (state.heldBy(key) !== undefined) continue;
    if (claim.status.allocation === undefined) chosen.add(choicesOf(claim, allocation));
    state.hold(key, allocation, claim.status.devices);
    taken.add(key);
  }
  return taken;
}

/** Throws `stale-outcome` unless all commitments can be made together. */
function* checkCommitments(commitments: readonly Commitment[], state: ClusterState, checkpoint: Checkpoint): Incremental<void> {
  const remainder = new Remainder(state);
  if (commitments.length > 1) checkDifferent(commitments);
  for (const commitment of commitments) {
    checkFit(commitment);
    const held = state.heldBy(commitment.key);
    if (held === undefined) checkFree(commitment, remainder);
    else if (!isSame(held, commitment.allocation)) throw stale(commitment.claim, 'already has another allocation');
    if (checkpoint.due()) yield;
  }
}

function checkDifferent(commitments: readonly Commitment[]): void {
  const keys = new Set<string>();
  for (const { claim, key } of commitments) if (keys.size === keys.add(key).size) throw stale(claim, 'occurs twice');
}

function stale({ metadata }: ResourceClaim, what: string, device?: string): AllocationError {
  const claim = objectName(metadata);
  return new AllocationError('stale-outcome', `claim ${claim}: ${what}`, { claim, ...(device === undefined ? {} : { device }) });
}

/** Checks that each request has the results of exactly one of its alternatives, in the requested number. */
function checkFit({ claim, allocation }: Commitment): void {
  // An outcome repeats earlier allocations unchanged.
  if (claim.status.allocation !== undefined) return;
  const { devices, firstOfDevices } = claim.spec;
  const { firstOfDevicesIndex } = allocation;
  if (firstOfDevicesIndex !== undefined && firstOfDevices === undefined)
    throw stale(claim, 'the outcome belongs to a claim with alternatives');
  const chosen = firstOfDevices === undefined ? devices : firstOfDevices[firstOfDevicesIndex ?? -1];
  if (chosen === undefined) throw stale(claim, 'the alternative index of the outcome is missing or out of range');
  const { requests } = chosen;
  if (requests.length === 1 && fitsOnly(requests[0] as DeviceRequest, allocation.results)) return;
  // The API server rejects duplicate request names; their results cannot be distinguished.
  if (requests.length > 1 && new Set(requests.map(({ name }) => name)).size < requests.length) return;
  const counts = new Map<string, bigint>();
  for (const { request } of allocation.results) counts.set(request, (counts.get(request) ?? 0n) + 1n);
  for (const request of requests) {
    const fits = namesOf(request).filter(({ name, count }) => {
      const found = counts.get(name) ?? 0n;
      return found > 0n && (count === undefined || found === count);
    });
    if (fits.length !== 1) throw stale(claim, `the outcome does not fit request ${request.name}`);
    counts.delete(fits[0]?.name ?? '');
  }
  for (const name of counts.keys()) throw stale(claim, `the outcome has devices for request ${name}, which the claim does not have`);
}

/** Returns whether results are all for one request without alternatives, in the requested number. */
function fitsOnly({ name, exactly }: DeviceRequest, results: readonly AllocatedDevice[]): boolean {
  if (exactly === undefined || results.length === 0 || results.some(({ request }) => request !== name)) return false;
  return exactly.allocationMode === 'All' || exactly.count === BigInt(results.length);
}

/** Returns the names that results of a request may have, each with the required number; undefined: any number. */
function namesOf({ name, exactly, firstAvailable }: DeviceRequest): { readonly name: string; readonly count: bigint | undefined }[] {
  const selections = firstAvailable.length > 0 ? firstAvailable : exactly === undefined ? [] : [exactly];
  return selections.map((selection) => ({
    name: 'name' in selection ? `${name}/${selection.name}` : name,
    count: selection.allocationMode === 'All' ? undefined : selection.count,
  }));
}

function checkFree({ claim, allocation }: Commitment, remainder: Remainder): void {
  for (const result of allocation.results) {
    const lacking = remainder.take(result);
    if (lacking === undefined) continue;
    const id = deviceId(result.driver, result.pool, result.device);
    throw stale(claim, `device ${id} ${lacking}`, id);
  }
}

function isSame(held: Allocation, outcome: Allocation): boolean {
  const idOf = ({ request, driver, pool, device, shareID = '' }: AllocatedDevice): string =>
    `${request}\0${deviceKey(driver, pool, device)}\0${shareID}`;
  const [left, right] = [held.results, outcome.results];
  if (held.firstOfDevicesIndex !== outcome.firstOfDevicesIndex || left.length !== right.length) return false;
  return left.every((result, index) => idOf(result) === idOf(right[index] as AllocatedDevice));
}
