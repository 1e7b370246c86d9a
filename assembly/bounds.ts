// Bounds: proofs that the requests still to come cannot all be served, so that a branch need not be searched. Each is sound: it says no
// only where plain search would find no solution and no error (forward-checking.ts says why errors are not lost). docs/internals/solver.md lists them with their literature.

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

/** The most credit that is put by for probing. It bounds what one frame may take; 2^18 makes no difference (bench/results/solver-constants.md). */
const MOST_CREDIT: i32 = 1 << 24;

/**
 * Returns whether a place in the search has no solution below it, as far as can be told. The bounds are queried only after a failure: while the
 * search gets on, they would find nothing and cost much.
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
 * The BOUND_* bit of a bound that says no, 0 if none does. Given room for a set of values, it looks closer, which costs more: what no value leaves, and
 * what others need all of, is taken out of the devices of each request, as long as there is some.
 */
export function violatedBound(claim: u32, slot: u32, index: u32, cursor: u32, switches: u32, values: usize): u32 {
  // Before the first selection no closer than reasons do (allocator/kernel/reasons/reasons.ts).
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

/** True when some device that units compete for can serve several of them. */
let areShared: bool = false;

function violatedSupply(claim: u32, switches: u32, values: usize): u32 {
  const isMatching = (switches & B.BOUND_MATCHING) != 0;
  if (isMatching && !canLaterClaims(claim)) return B.BOUND_MATCHING;
  do {
    if (values != 0 && (switches & B.BOUND_VALUES) != 0 && !propagateValues(claim, values)) return B.BOUND_VALUES;
    areShared = findNeighbors(claim);
    // Hall sets take vertices from other requests, so these must be told apart.
    if (values == 0 && !areShared) mergeEquivalent();
    if (isMatching && !(areShared ? hasMatchingWithCapacities() : hasMatching())) return B.BOUND_MATCHING;
  } while (isMatching && values != 0 && !areShared && filterByHallSets(claim));
  if (isMatching && !canServeWholeClaims(claim)) return B.BOUND_MATCHING;
  if (values != 0) leaveOutUncounted();
  return 0;
}

/** Returns whether there is a matching for claims of which the alternative is open, each as a whole. Leaves all requests as they were, with a matching. */
function canServeWholeClaims(claim: u32): bool {
  if (areShared || !isCloser || !hasOpenClaims()) return true;
  // Alike requests of several claims may count as one so far.
  findNeighbors(claim);
  const canServe = !mergeWholeClaims(claim) || hasMatching();
  findNeighbors(claim);
  return canServe && hasMatching();
}

/** Returns whether each later claim with admin access can be served, and those after it by what is left. */
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

/** Returns whether some of the requests could take a slot with admin access. */
function hasAdmin(from: u32, to: u32): bool {
  for (let request = from; request < to; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (isAdmin(slot)) return true;
  }
  return false;
}

/** Leaves out requests that may take nothing of counters: what fits into partition groups says nothing of them. Of the others those that are equal count as one. */
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

/** Probing may cost what the other bounds cost; as long as it never helped, half of it. */
function earn(amount: i32): void {
  const credit = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + B.BOUNDS_CREDIT;
  const haveHelped = load<u64>(bounds(B.BOUNDS_STATISTICS) + ((<usize>ctz(B.BOUND_PROBING)) << 3)) != 0;
  store<i32>(credit, min(load<i32>(credit) + (haveHelped ? amount : amount >> 1), MOST_CREDIT));
}

/** Remembers a state below which there is no solution, after all of it was searched. */
export function learnNogood(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): void {
  if ((boundsField(B.BOUNDS_SWITCHES) & B.BOUND_NOGOODS) != 0) recordNogood(claim, request, slot, index, cursor);
}

/** Counts a branch that a bound ends, or a device that is skipped. Always true. */
export function note(bound: u32): bool {
  const at = bounds(B.BOUNDS_STATISTICS) + ((<usize>ctz(bound)) << 3);
  store<u64>(at, load<u64>(at) + 1);
  return true;
}

/**
 * Finds the neighbors of each request, with the units that compete, and reports whether some device can serve several of them. A prioritized list needs the least of its alternatives from all of their devices. Of devices that can serve
 * any number of selections each serves one unit of every request.
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

/** Takes out the devices that can serve more selections than are counted, and returns their number. */
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

/** Does what `hasMatching` does where devices can serve several units. */
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
  // Without allowance the last one may have been left unserved.
  return missing == 0 || !spend(1);
}

/** Returns whether a match constraint can have what must be in common: each value by itself, and then several together, which reasons do not know. */
function canMatch(constraint: u32, from: u32, to: u32): bool {
  if (!hasCommonValue(constraint, from, to)) return false;
  return !isCloser || minSizeOf(constraintAt(constraint)) == 1 || canHaveSeveral(constraint, from, to);
}

/** The bounds for the kind of a constraint. */
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
  // Reasons know no such one: before the first selection only probing asks.
  const isAsked = isCloser && (switches & B.BOUND_EMPTY_INTERSECTION) != 0;
  return isAsked && !canHaveEmptyIntersection(constraint, firstRequest, endRequest) ? B.BOUND_EMPTY_INTERSECTION : 0;
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
