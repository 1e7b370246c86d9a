// Breaks symmetries of match constraints: probing considers only solutions in which the values of symmetric constraints ascend (Crawford, Ginsberg, Luks and
// Roy 1996). This is sound: if symmetric constraints exchange all their devices, the same devices are in use, and other constraints see the same devices.

import { countBits, equalSets, firstBit } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import {
  boundSlotAt,
  bounds,
  claimOf,
  devicesFor,
  end,
  endOfRules,
  endSlotOf,
  first,
  firstSlotOf,
  hasShareable,
  isAdmin,
  kindOf,
  needOf,
  rulesOf,
  spend,
  valuesOfRule,
  words,
} from './lookahead';
import { claimAt, constraintAt, header, minSizeOf, requestAt, scratch, slotAt } from './state';
import { isUnstarted, nextOf } from './unstarted';

const NONE: u32 = u32.MAX_VALUE;

/** The range of values of a constraint for which the values of symmetric constraints ascend. */
export let lowestValue: i32 = 0;
export let highestValue: i32 = 0;

function symmetryAt(constraint: u32): usize {
  return bounds(B.BOUNDS_SYMMETRIC_CONSTRAINTS) + <usize>constraint * B.SYMMETRIC_SIZE;
}

/** Returns the end of the constraints of a claim. */
function endOfConstraints(claim: usize): u32 {
  return load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT) + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
}

export function clearSymmetries(): void {
  const count = endOfConstraints(claimAt(header(L.HEADER_CLAIM_COUNT) - 1));
  memory.fill(symmetryAt(0), 0, <usize>count * B.SYMMETRIC_SIZE);
  for (let slot: u32 = 0; slot < header(L.HEADER_SLOT_COUNT); slot++) setKind(slot, slot);
}

function setKind(slot: u32, kind: u32): void {
  store<u32>(boundSlotAt(slot) + B.BOUND_SLOT_REPRESENTATIVE, kind);
}

/**
 * Finds the kinds of requests with one slot and without shareable devices. Slots of two claims are of one kind only if neither claim, nor one between them, has
 * admin access. A request with admin access cannot select devices that its claim holds, and later claims cannot have its devices.
 */
export function findKinds(): void {
  let claim = claimOf(firstSlotOf(first));
  let exchangeable = claim;
  for (let request = first; request < end; request++) {
    const slot = firstSlotOf(request);
    for (; claim < claimOf(slot); claim++) if (hasAdmin(claim) || hasAdmin(claim + 1)) exchangeable = claim + 1;
    if (endSlotOf(request) != slot + 1) continue;
    if (!spend(1)) return;
    for (let other = first; other < request; other++) {
      const kind = firstSlotOf(other);
      if (claimOf(kind) < exchangeable || endSlotOf(other) != kind + 1 || kindOf(kind) != kind || !isSameKind(NONE, kind, NONE, slot))
        continue;
      setKind(slot, kind);
      break;
    }
  }
}

/** Returns whether some request of a claim could use a slot with admin access, even beyond the lookahead. */
function hasAdmin(claim: u32): bool {
  const at = claimAt(claim);
  const firstRequest = load<u32>(at + L.CLAIM_FIRST_REQUEST);
  for (let request = firstRequest; request < firstRequest + load<u32>(at + L.CLAIM_REQUEST_COUNT); request++) {
    const firstSlot = load<u32>(requestAt(request) + L.REQUEST_FIRST_SLOT);
    const endSlot = firstSlot + load<u32>(requestAt(request) + L.REQUEST_SLOT_COUNT);
    for (let slot = firstSlot; slot < endSlot; slot++) if (isAdmin(slot)) return true;
  }
  return false;
}

/** Finds the symmetric constraints, based on the requests of the lookahead. */
export function findSymmetricConstraints(fromClaim: u32): void {
  for (let claimIndex = fromClaim; claimIndex < header(L.HEADER_CLAIM_COUNT); claimIndex++) {
    const from = load<u32>(claimAt(claimIndex) + L.CLAIM_FIRST_CONSTRAINT);
    const to = endOfConstraints(claimAt(claimIndex));
    for (let constraint = from; constraint < to; constraint++) {
      if (isUnstarted(constraint, first, end)) join(constraint, from);
    }
  }
}

/** Appends a constraint to its first symmetric constraint, if there is one. */
function join(constraint: u32, from: u32): void {
  store<u32>(symmetryAt(constraint) + B.SYMMETRIC_FIRST, constraint + 1);
  for (let other = from; other < constraint; other++) {
    if (load<u32>(symmetryAt(other) + B.SYMMETRIC_FIRST) != other + 1 || !spend(1) || !areSymmetric(other, constraint)) continue;
    store<u32>(symmetryAt(constraint) + B.SYMMETRIC_FIRST, other + 1);
    let last = other;
    while (nextSymmetric(last) != 0) last = nextSymmetric(last) - 1;
    store<u32>(symmetryAt(last) + B.SYMMETRIC_NEXT, constraint + 1);
    return;
  }
}

function nextSymmetric(constraint: u32): u32 {
  return load<u32>(symmetryAt(constraint) + B.SYMMETRIC_NEXT);
}

/** Returns whether two constraints need the same number of units of each kind, and the same number of common values. */
function areSymmetric(constraint: u32, other: u32): bool {
  if (minSizeOf(constraintAt(constraint)) != minSizeOf(constraintAt(other))) return false;
  let all: u32 = 0;
  let needed: u32 = 0;
  for (let request = nextOf(other, first, end); request < end; request = nextOf(other, request + 1, end))
    all += needOf(firstSlotOf(request));
  for (let request = nextOf(constraint, first, end); request < end; request = nextOf(constraint, request + 1, end)) {
    needed += needOf(firstSlotOf(request));
    const units = unitsLike(constraint, request, constraint);
    // With unknown tables, or if no budget is left, a constraint is symmetric to no constraint, not even to itself.
    if (units == 0 || units != unitsLike(constraint, request, other)) return false;
  }
  return needed == all;
}

/** Returns the units that a constraint needs of the kind of a request under `model`. */
function unitsLike(model: u32, request: u32, constraint: u32): u32 {
  let units: u32 = 0;
  for (let other = nextOf(constraint, first, end); other < end; other = nextOf(constraint, other + 1, end)) {
    if (isSameKind(model, firstSlotOf(request), constraint, firstSlotOf(other))) units += needOf(firstSlotOf(other));
  }
  return units;
}

/** Returns whether two slots, each under its constraint, can have the same devices, consume equal shares, and are otherwise under the same constraints. */
function isSameKind(constraint: u32, slot: u32, other: u32, otherSlot: u32): bool {
  if (
    !spend(words) ||
    isAdmin(slot) ||
    isAdmin(otherSlot) ||
    hasShareable(devicesFor(slot)) ||
    !equalSets(devicesFor(slot), devicesFor(otherSlot), words) ||
    sharesOf(slot) != sharesOf(otherSlot)
  )
    return false;
  const end = endOfRules(slot);
  let otherRule = rulesOf(otherSlot);
  if (end - rulesOf(slot) != endOfRules(otherSlot) - otherRule) return false;
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    const left = load<u32>(rule + B.RULE_CONSTRAINT);
    const right = load<u32>(otherRule + B.RULE_CONSTRAINT);
    if (left == right ? left == constraint && constraint != other : left != constraint || right != other) return false;
    if (valuesOfRule(rule) == 0 || valuesOfRule(rule) != valuesOfRule(otherRule)) return false;
    otherRule += B.RULE_SIZE;
  }
  return true;
}

function sharesOf(slot: u32): u32 {
  return load<u32>(slotAt(slot) + L.SLOT_SHARES_LOCATION);
}

/** Finds the range of values of a constraint, from the symmetric constraints that have one value. */
export function findValueOrder(constraint: u32): void {
  lowestValue = 0;
  highestValue = i32.MAX_VALUE;
  for (let other = load<u32>(symmetryAt(constraint) + B.SYMMETRIC_FIRST); other != 0; other = nextSymmetric(other - 1)) {
    const value = onlyValueOf(other - 1);
    if (value < 0 || other - 1 == constraint) continue;
    if (other - 1 < constraint) lowestValue = max(lowestValue, value);
    else highestValue = min(highestValue, value);
  }
}

/** Returns the only value that a constraint may have, or -1. */
function onlyValueOf(constraint: u32): i32 {
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  return load<u64>(state + L.STATE_DEVICE_COUNT) != 0 && countBits(state + L.STATE_VALUES, valueWords) == 1
    ? firstBit(state + L.STATE_VALUES, valueWords, 0)
    : -1;
}
