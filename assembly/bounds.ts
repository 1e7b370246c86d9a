// Bounds: reasons why the requests still to come cannot all be served, so that a branch need not be searched. Each is sound: it says no
// only where plain search would find no solution and no error (horizon.ts says why errors are not lost).

import { addSet, clearSet, countBits, countCommon, hasBit, removeSet } from './bitset';
import { amountLeft } from './budget';
import { hasCommonValue } from './common-value';
import { isDeadEnd, keepDeadEnd } from './dead-ends';
import { canDiffer } from './distinct';
import { bounds, boundsField, devicesFor, end, endSlotOf, first, firstSlotOf, isAdmin, lookAhead, needOf, spend, words } from './horizon';
import * as L from './layout';
import { hasMatching, rivalsOf, setUnits } from './matching';
import { canPair } from './pairs';
import { claimAt, constraintAt, header, problem, scratch } from './state';

/**
 * Whether a place in the search has no solution below it, as far as can be told. The bounds are asked only after a failure: while the
 * search gets on, they would find nothing and cost much.
 */
export function isHopeless(claim: u32, request: u32, slot: u32, index: u32, cursor: u32, failedBefore: bool): bool {
  const switches = boundsField(L.BOUNDS_SWITCHES);
  if ((switches & L.BOUND_DEAD_ENDS) != 0 && isDeadEnd(claim, request, slot, index, cursor)) return note(L.BOUND_DEAD_ENDS);
  return failedBefore && breaksBound(claim, slot, index, cursor, switches);
}

function breaksBound(claim: u32, slot: u32, index: u32, cursor: u32, switches: u32): bool {
  if (!lookAhead(claim, slot, index, cursor)) return (switches & L.BOUND_TOO_FEW) != 0 && note(L.BOUND_TOO_FEW);
  if (first == end) return false;
  if ((switches & L.BOUND_MATCHING) != 0 && !canCompete()) return note(L.BOUND_MATCHING);
  if ((switches & L.BOUND_SUMS) != 0 && exceedsSums()) return note(L.BOUND_SUMS);
  let claimIndex = claim;
  while (claimIndex < header(L.HEADER_CLAIM_COUNT) && load<u32>(claimAt(claimIndex) + L.CLAIM_FIRST_REQUEST) < end) {
    if (breaksConstraint(claimAt(claimIndex), switches)) return true;
    claimIndex++;
  }
  return false;
}

/** Remembers a state below which there is no solution, after all of it was searched. */
export function noteDeadEnd(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): void {
  if ((boundsField(L.BOUNDS_SWITCHES) & L.BOUND_DEAD_ENDS) != 0) keepDeadEnd(claim, request, slot, index, cursor);
}

/** Counts a branch that a bound ends, or a device that is skipped. Always true. */
export function note(bound: u32): bool {
  const at = bounds(L.BOUNDS_STATISTICS) + ((<usize>ctz(bound)) << 3);
  store<u64>(at, load<u64>(at) + 1);
  return true;
}

/**
 * Requests that compete for devices: each needs as many of its own as the shareable ones among its candidates do not serve. A prioritized
 * list needs the least of its alternatives from all of their devices. Requests with admin access compete for nothing.
 */
function canCompete(): bool {
  for (let request = first; request < end; request++) {
    const rivals = rivalsOf(request);
    clearSet(rivals, words);
    let units: u32 = u32.MAX_VALUE;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const devices = devicesFor(slot);
      const need = needOf(slot);
      if (need == 0 || countBits(devices, words) < need) continue;
      const free = isAdmin(slot) ? need : addExclusive(rivals, devices);
      units = min(units, need > free ? need - free : 0);
    }
    setUnits(request, units == u32.MAX_VALUE ? 0 : units);
  }
  return hasMatching();
}

/** Adds devices that only one pick can have, and returns the number of the others. */
function addExclusive(rivals: usize, devices: usize): u32 {
  addSet(rivals, devices, words);
  const shareable = header(L.HEADER_SHAREABLE_LOCATION);
  if (shareable == 0) return 0;
  removeSet(rivals, problem + <usize>shareable, words);
  return countCommon(devices, problem + <usize>shareable, words);
}

/** Whether the devices that take least of a sum of budgets take more of it than is left. */
function exceedsSums(): bool {
  const count = boundsField(L.BOUNDS_SUM_COUNT);
  for (let index: u32 = 0; index < count; index++) {
    const sum = bounds(L.BOUNDS_SUMS) + <usize>index * L.SUM_SIZE;
    let needed: i64 = 0;
    for (let request = first; request < end; request++) {
      let least: i64 = i64.MAX_VALUE;
      for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
        if (needOf(slot) > 0) least = min(least, leastOf(sum, slot, needOf(slot)));
      }
      if (least != i64.MAX_VALUE) needed += least;
    }
    if (needed > leftOfSum(sum)) return true;
    if (!spend(1)) return false;
  }
  return false;
}

/** What the devices of a slot take of a sum at least, or nothing there is that much for. */
function leastOf(sum: usize, slot: u32, need: u32): i64 {
  const amounts = scratch + <usize>load<u32>(scratch + <usize>load<u32>(sum + L.SUM_AMOUNTS) + ((<usize>slot) << 2));
  const order = scratch + <usize>load<u32>(scratch + <usize>load<u32>(sum + L.SUM_ORDERS) + ((<usize>slot) << 2));
  const devices = devicesFor(slot);
  const count = load<u32>(order);
  let least: i64 = 0;
  let missing = need;
  let index: u32 = 0;
  for (; index < count && missing > 0; index++) {
    const device = load<u32>(order + 4 + ((<usize>index) << 2));
    if (!hasBit(devices, device)) continue;
    least += load<i64>(amounts + ((<usize>device) << 3));
    missing--;
  }
  spend(index);
  // Too few devices: the slot is no alternative.
  return missing > 0 ? i64.MAX_VALUE : least;
}

function leftOfSum(sum: usize): i64 {
  const count = load<u32>(sum + L.SUM_TERM_COUNT);
  let term = scratch + <usize>load<u32>(sum + L.SUM_TERMS);
  let left: i64 = 0;
  for (let index: u32 = 0; index < count; index++, term += 16) {
    // What is below zero can give nothing, and takes nothing from the others.
    const amount = amountLeft(load<u32>(term));
    if (amount > 0) left += amount * load<i64>(term + 8);
  }
  return left;
}

function breaksConstraint(claim: usize, switches: u32): bool {
  const from = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const to = from + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  const firstRequest = max(first, load<u32>(claim + L.CLAIM_FIRST_REQUEST));
  const endRequest = min(end, load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT));
  for (let constraint = from; constraint < to; constraint++) {
    if (load<u32>(constraintAt(constraint) + L.CONSTRAINT_KIND) == L.KIND_MATCH) {
      if ((switches & L.BOUND_VALUES) != 0 && !hasCommonValue(constraint, firstRequest, endRequest)) return note(L.BOUND_VALUES);
      if ((switches & L.BOUND_PAIRS) != 0 && !canPair(constraint, to, firstRequest, endRequest)) return note(L.BOUND_PAIRS);
    } else if ((switches & L.BOUND_DISTINCT) != 0 && !canDiffer(constraint, firstRequest, endRequest)) return note(L.BOUND_DISTINCT);
  }
  return false;
}
