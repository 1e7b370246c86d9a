// Checks bounds: proofs that the remaining requests cannot all be served, so that the search can prune the branch. Each bound is sound: it prunes only where
// plain search finds no solution and no error (forward-checking.ts). docs/internals/solver.md lists the bounds with their literature.

import { isEmptySlot } from './alternatives';
import { addSet, clearSet, countBits, firstBit, removeBit } from './bitset';
import * as B from './bounds-layout';
import { capacityOf, findCapacities } from './capacity';
import { hasCommonValue } from './common-value';
import { canPackConstraints } from './constraint-packing';
import { canBeAllDifferent } from './distinct';
import { canHaveEmptyIntersection } from './empty-intersection';
import { findFixedValues } from './fixed-values';
import { forwardCheck } from './forward-checking';
import { canHaveSeveral } from './frequent-values';
import * as L from './layout';
import { propagateLimits } from './limits';
import {
  bounds,
  boundsField,
  cost,
  devicesFor,
  end,
  endSlotOf,
  first,
  firstSlotOf,
  hasShareable,
  isAdmin,
  isCloser,
  isCompeting,
  needOf,
  spend,
  words,
} from './lookahead';
import {
  allUnits,
  beginMatching,
  filterByHallSets,
  hasMatching,
  isNeighbor,
  matchVertex,
  mergeEquivalent,
  neighborsOf,
  PLACES,
  setUnits,
} from './matching';
import { isNogood, recordNogood } from './nogoods';
import { canPackPartitions } from './partition-packing';
import { claimAt, constraintAt, depth, header, kindOfConstraint, minSizeOf, requestAt, scratch, slotAt } from './state';
import { exceedsSums } from './sums';
import { propagateValues } from './value-propagation';
import { hasOpenClaims, mergeWholeClaims } from './whole-claims';

/** The most credit for probing, which limits the cost of one frame. With 2^18, searches are equally fast (bench/results/solver-constants.md). */
const MOST_CREDIT: i32 = 1 << 24;

/**
 * Returns whether a nogood or a bound proves that there is no solution below a position. Bounds are checked only after a failure: while selections succeed,
 * they would rarely prune and cost much.
 */
export function isInfeasible(claim: u32, request: u32, slot: u32, index: u32, cursor: u32, failedBefore: bool): bool {
  const switches = boundsField(B.BOUNDS_SWITCHES);
  if ((switches & B.BOUND_NOGOODS) != 0 && isNogood(claim, request, slot, index, cursor)) return note(B.BOUND_NOGOODS);
  if (!failedBefore) return false;
  const broken = violatedBound(claim, slot, index, cursor, switches, 0);
  earn(cost());
  return broken != 0 && note(broken);
}

/**
 * Returns the BOUND_* bit of a violated bound, or 0. If `values` is the address of a set for working memory, the check is
 * stronger and slower. It then also removes devices by match constraints and Hall sets, until nothing changes.
 */
export function violatedBound(claim: u32, slot: u32, index: u32, cursor: u32, switches: u32, values: usize): u32 {
  // Before the first selection, this check must be no stronger than the reasons (allocator/kernel/reasons/reasons.ts).
  if (!forwardCheck(claim, slot, index, cursor, values != 0 || depth > 0)) return switches & B.BOUND_TOO_FEW;
  if (first == end) return 0;
  if ((switches & B.BOUND_LIMITS) != 0 && !propagateLimits(claim)) return B.BOUND_LIMITS;
  findCapacities();
  const lacking = violatedSupply(claim, switches, values);
  if (lacking != 0) return lacking;
  if ((switches & B.BOUND_SUMS) != 0 && (exceedsSums() || (values != 0 && !areShared && !canPackPartitions()))) return B.BOUND_SUMS;
  let claimIndex = claim;
  while (claimIndex < header(L.HEADER_CLAIM_COUNT) && load<u32>(claimAt(claimIndex) + L.CLAIM_FIRST_REQUEST) < end) {
    const broken = violatedConstraint(claimAt(claimIndex), switches);
    if (broken != 0) return broken;
    claimIndex++;
  }
  return 0;
}

/** True if a device can serve several of the units that compete for it. */
let areShared: bool = false;

function violatedSupply(claim: u32, switches: u32, values: usize): u32 {
  const isMatching = (switches & B.BOUND_MATCHING) != 0;
  if (isMatching && !canLaterClaims(claim)) return B.BOUND_MATCHING;
  do {
    if (values != 0 && (switches & B.BOUND_VALUES) != 0 && !propagateValues(claim, values)) return B.BOUND_VALUES;
    areShared = findNeighbors(claim);
    // Hall sets remove vertices from other requests, so requests must not be merged.
    if (values == 0 && !areShared) mergeEquivalent();
    if (isMatching && !(areShared ? hasMatchingWithCapacities() : hasMatching())) return B.BOUND_MATCHING;
  } while (isMatching && values != 0 && !areShared && filterByHallSets(claim));
  if (isMatching && !canServeWholeClaims(claim)) return B.BOUND_MATCHING;
  if (values != 0) leaveOutUncounted();
  return 0;
}

/**
 * Returns whether there is a matching if the requests of each claim with open alternatives are merged. Leaves all requests
 * unmerged, with a matching.
 */
function canServeWholeClaims(claim: u32): bool {
  if (areShared || !isCloser || !hasOpenClaims()) return true;
  // Equal requests of several claims may be merged at this point.
  findNeighbors(claim);
  const canServe = !mergeWholeClaims(claim) || hasMatching();
  findNeighbors(claim);
  return canServe && hasMatching();
}

/** Returns whether the remaining devices suffice for each other claim with admin access, together with all claims after it. */
function canLaterClaims(current: u32): bool {
  if (!isCloser || header(L.HEADER_CLAIM_COUNT) == 1) return true;
  for (let request = first; request < end; ) {
    const claim = load<u32>(requestAt(request) + L.REQUEST_CLAIM);
    const at = claimAt(claim);
    const endOfClaim = min(end, load<u32>(at + L.CLAIM_FIRST_REQUEST) + load<u32>(at + L.CLAIM_REQUEST_COUNT));
    const isVisited = claim != current && hasAdmin(request, endOfClaim);
    request = endOfClaim;
    if (!isVisited) continue;
    areShared = findNeighbors(claim);
    if (!areShared) mergeEquivalent();
    if (!(areShared ? hasMatchingWithCapacities() : hasMatching())) return false;
  }
  return true;
}

/** Returns whether some slot of the requests has admin access. */
function hasAdmin(from: u32, to: u32): bool {
  for (let request = from; request < to; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (isAdmin(slot)) return true;
  }
  return false;
}

/**
 * Removes requests with an alternative that consumes no counters, because partition groups do not limit such requests. Then
 * merges equal requests among the others.
 */
function leaveOutUncounted(): void {
  for (let request = first; request < end; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if ((load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_NO_COUNTERS) == 0) continue;
      clearSet(neighborsOf(request), words);
      setUnits(request, 0);
    }
  }
  if (!areShared) mergeEquivalent();
}

/** Adds credit for probing: as much as the other bounds cost, or half as much until probing first prunes a branch. */
function earn(amount: i32): void {
  const credit = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + B.BOUNDS_CREDIT;
  const haveHelped = load<u64>(bounds(B.BOUNDS_STATISTICS) + ((<usize>ctz(B.BOUND_PROBING)) << 3)) != 0;
  store<i32>(credit, min(load<i32>(credit) + (haveHelped ? amount : amount >> 1), MOST_CREDIT));
}

/** Records a state as a nogood after the search proved that it has no solution. */
export function learnNogood(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): void {
  if ((boundsField(B.BOUNDS_SWITCHES) & B.BOUND_NOGOODS) != 0) recordNogood(claim, request, slot, index, cursor);
}

/** Counts a branch that a bound prunes, or a device that is skipped. Always returns true. */
export function note(bound: u32): bool {
  const at = bounds(B.BOUNDS_STATISTICS) + ((<usize>ctz(bound)) << 3);
  store<u64>(at, load<u64>(at) + 1);
  return true;
}

/**
 * Finds the neighbors and competing units of each request. Returns whether some device can serve several units. A request with a prioritized list needs the
 * fewest devices of any alternative, from the devices of all alternatives. An unlimited device serves one unit of every request.
 */
function findNeighbors(claim: u32): bool {
  let areShared = false;
  for (let request = first; request < end; request++) {
    const neighbors = neighborsOf(request);
    clearSet(neighbors, words);
    let units: u32 = u32.MAX_VALUE;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const devices = devicesFor(slot);
      const need = needOf(slot);
      if (isEmptySlot(slot)) units = 0;
      if (need == 0 || countBits(devices, words) < need) continue;
      const isNeighbor = isCompeting(slot, claim);
      if (isNeighbor) addSet(neighbors, devices, words);
      units = min(units, isNeighbor ? need : 0);
    }
    const free = removeUnlimited(neighbors);
    setUnits(request, units == u32.MAX_VALUE || units < free ? 0 : units - free);
    areShared = areShared || hasShareable(neighbors);
  }
  return areShared;
}

/** Removes the devices that can serve more than PLACES selections, and returns their number. */
function removeUnlimited(neighbors: usize): u32 {
  if (!hasShareable(neighbors)) return 0;
  let count: u32 = 0;
  for (let device = firstBit(neighbors, words, 0); device >= 0; device = firstBit(neighbors, words, <u32>device + 1)) {
    if (capacityOf(device) <= PLACES) continue;
    removeBit(neighbors, device);
    count++;
  }
  return count;
}

/** Like `hasMatching`, for devices that can serve several units. */
function hasMatchingWithCapacities(): bool {
  if (!beginMatching()) return true;
  let missing = allUnits();
  const count = header(L.HEADER_DEVICE_COUNT);
  for (let device: u32 = 0; device < count && missing > 0; device++) {
    if (!isNeighbor(device)) continue;
    for (let left = capacityOf(device); left > 0 && missing > 0; left--) {
      if (!spend(1)) return true;
      if (!matchVertex(device)) break;
      missing--;
    }
  }
  // If the budget of the check is used up, the last unit may be unserved although a device could serve it.
  return missing == 0 || !spend(1);
}

/**
 * Returns whether a match constraint can be satisfied: checks each value alone, then several together. The reasons
 * (allocator/kernel/reasons) do not include the second check (`isCloser`).
 */
function canMatch(constraint: u32, from: u32, to: u32): bool {
  if (!hasCommonValue(constraint, from, to)) return false;
  return !isCloser || minSizeOf(constraintAt(constraint)) == 1 || canHaveSeveral(constraint, from, to);
}

/** Checks the bounds for the kind of a constraint. Returns the violated one, or 0. */
function violatedBy(constraint: u32, from: u32, to: u32, firstRequest: u32, endRequest: u32, switches: u32): u32 {
  const kind = kindOfConstraint(constraintAt(constraint));
  if (kind == L.KIND_MATCH) {
    if ((switches & B.BOUND_VALUES) != 0 && !canMatch(constraint, firstRequest, endRequest)) return B.BOUND_VALUES;
    const isPacked = (switches & B.BOUND_CONSTRAINT_PACKING) == 0 || canPackConstraints(constraint, from, to, firstRequest, endRequest);
    return isPacked ? 0 : B.BOUND_CONSTRAINT_PACKING;
  }
  if (kind == L.KIND_DISTINCT) {
    return (switches & B.BOUND_DISTINCT) != 0 && !canBeAllDifferent(constraint, firstRequest, endRequest) ? B.BOUND_DISTINCT : 0;
  }
  // The reasons do not include this bound. So before the first selection, only probing checks it.
  const isEnabled = isCloser && (switches & B.BOUND_EMPTY_INTERSECTION) != 0;
  return isEnabled && !canHaveEmptyIntersection(constraint, firstRequest, endRequest) ? B.BOUND_EMPTY_INTERSECTION : 0;
}

function violatedConstraint(claim: usize, switches: u32): u32 {
  const from = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const to = from + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  const firstRequest = max(first, load<u32>(claim + L.CLAIM_FIRST_REQUEST));
  const endRequest = min(end, load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT));
  if ((switches & B.BOUND_CONSTRAINT_PACKING) != 0) findFixedValues(firstRequest, endRequest);
  for (let constraint = from; constraint < to; constraint++) {
    const broken = violatedBy(constraint, from, to, firstRequest, endRequest, switches);
    if (broken != 0) return broken;
  }
  return 0;
}
