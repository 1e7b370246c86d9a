// An outcome can be committed when it fits its claims, and what it picked is still there and free.

import { deviceId, deviceKey } from '../allocator/pools/pool.js';
import { objectName } from '../core/api/meta.js';
import type { AllocatedDevice, Allocation, DeviceRequest, ResourceClaim } from '../core/api/resource-claim.js';
import { AllocationError } from '../core/base/errors.js';
import type { ClusterState } from './cluster-state.js';
import { Remainder } from './remainder.js';

/** A claim, its `claimKey`, and the allocation that an outcome has for it. */
export interface Commitment {
  readonly claim: ResourceClaim;
  readonly key: string;
  readonly allocation: Allocation;
}

/** Throws `stale-outcome` unless every commitment can be made, together with the others. */
export function checkCommitments(commitments: readonly Commitment[], state: ClusterState): void {
  const remainder = new Remainder(state);
  if (commitments.length > 1) checkDifferent(commitments);
  for (const commitment of commitments) {
    checkFit(commitment);
    const held = state.heldBy(commitment.key);
    if (held === undefined) checkFree(commitment, remainder);
    else if (!isSame(held, commitment.allocation)) throw stale(commitment.claim, 'was allocated otherwise before');
  }
}

function checkDifferent(commitments: readonly Commitment[]): void {
  const keys = new Set<string>();
  for (const { claim, key } of commitments) if (keys.size === keys.add(key).size) throw stale(claim, 'is there twice');
}

function stale({ metadata }: ResourceClaim, what: string, device?: string): AllocationError {
  const claim = objectName(metadata);
  return new AllocationError('stale-outcome', `claim ${claim}: ${what}`, { claim, ...(device === undefined ? {} : { device }) });
}

/** Each request has the results of one of its alternatives, as many as it asks for. */
function checkFit({ claim, allocation }: Commitment): void {
  // An outcome repeats what was allocated before, whatever it is.
  if (claim.status.allocation !== undefined) return;
  const { devices, firstOfDevices } = claim.spec;
  const { firstOfDevicesIndex } = allocation;
  if (firstOfDevicesIndex !== undefined && firstOfDevices === undefined) throw stale(claim, 'the outcome is of a claim with alternatives');
  const chosen = firstOfDevices === undefined ? devices : firstOfDevices[firstOfDevicesIndex ?? -1];
  if (chosen === undefined) throw stale(claim, 'the outcome has no alternative of the claim');
  const { requests } = chosen;
  if (requests.length === 1 && fitsOnly(requests[0] as DeviceRequest, allocation.results)) return;
  // The API server refuses requests of one name; what each of them got cannot be told apart.
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

/** Tells whether results are all for one request without alternatives, and as many as it asks for. */
function fitsOnly({ name, exactly }: DeviceRequest, results: readonly AllocatedDevice[]): boolean {
  if (exactly === undefined || results.length === 0 || results.some(({ request }) => request !== name)) return false;
  return exactly.allocationMode === 'All' || exactly.count === BigInt(results.length);
}

/** The names that results have for a request, with how many there must be; undefined: any number. */
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
