// The values that a match constraint may still take, and what they leave of the devices. A value is out when some request of the constraint has
// too few devices with it; a device is out when all its values are. What one constraint takes out, another may miss.

import { addBit, addSet, clearSet, copySet, countBits, countCommon, firstBit, keepSet, removeBit } from './bitset';
import {
  applies,
  bounds,
  boundsField,
  devicesFor,
  devicesWith,
  end,
  endOfMembers,
  endSlotOf,
  first,
  firstSlotOf,
  isDone,
  membersOf,
  needOf,
  spend,
  valueCountOf,
  valuesFor,
  words,
} from './horizon';
import * as L from './layout';
import { claimAt, constraintAt, header, scratch } from './state';

/** Not known, or no choice. */
export const ANY_VALUE: u32 = u32.MAX_VALUE;
/** What constraints take out of each other is followed so often. */
const MOST_ROUNDS: u32 = 3;
/** Whether some device was taken out in this round. */
let hasChanged: bool = false;

/** Whether a request still needs devices under a constraint, whatever it takes. */
function isBound(constraint: u32, request: u32, from: u32, to: u32): bool {
  if (request < from || request >= to) return false;
  const slot = firstSlotOf(request);
  return endSlotOf(request) == slot + 1 && !isDone(request) && applies(constraint, slot);
}

/** Leaves in `set` the values that each request to come under a match constraint has devices for; returns how many, or ANY_VALUE. */
export function valuesLeft(set: usize, constraint: u32, from: u32, to: u32): u32 {
  const at = constraintAt(constraint);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (load<u32>(at + L.CONSTRAINT_KIND) != L.KIND_MATCH || valueWords > boundsField(L.BOUNDS_CASE_WORDS)) return ANY_VALUE;
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const picked = load<u64>(state);
  if (picked != 0 && countBits(state + 8, valueWords) < 2) return ANY_VALUE;
  let units = picked;
  let isStarted = false;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (!isBound(constraint, request, from, to)) continue;
    const values = valuesFor(firstSlotOf(request), constraint);
    if (values == 0) return ANY_VALUE;
    if (!isStarted) start(set, picked == 0 ? 0 : state + 8, valueWords, valueCountOf(values));
    isStarted = true;
    units += needOf(firstSlotOf(request));
    keepServing(set, values, firstSlotOf(request), valueWords);
  }
  // A device alone may have a value of its own, which has no number.
  return isStarted && units >= 2 ? countBits(set, valueWords) : ANY_VALUE;
}

/** The values that devices picked so far have, or all. */
function start(set: usize, running: usize, valueWords: u32, count: u32): void {
  clearSet(set, boundsField(L.BOUNDS_CASE_WORDS));
  if (running != 0) copySet(set, running, valueWords);
  else for (let value: u32 = 0; value < count; value++) addBit(set, value);
}

function keepServing(set: usize, values: usize, slot: u32, valueWords: u32): void {
  const devices = devicesFor(slot);
  const need = needOf(slot);
  for (let value = firstBit(set, valueWords, 0); value >= 0; value = firstBit(set, valueWords, <u32>value + 1)) {
    spend(1);
    if (countCommon(devices, devicesWith(values, value), words) < need) removeBit(set, value);
  }
}

/** Takes the devices whose values are out from the requests of the horizon. False when some constraint has no value left. */
export function keepValuesLeft(fromClaim: u32, set: usize): bool {
  for (let round: u32 = 0; round < MOST_ROUNDS; round++) {
    hasChanged = false;
    for (let claim = fromClaim; claim < header(L.HEADER_CLAIM_COUNT); claim++) if (!keepOfClaim(claimAt(claim), set)) return false;
    if (!hasChanged || !spend(1)) return true;
  }
  return true;
}

function keepOfClaim(claim: usize, set: usize): bool {
  const from = max(first, load<u32>(claim + L.CLAIM_FIRST_REQUEST));
  const to = min(end, load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT));
  if (from >= to) return true;
  const firstConstraint = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const endConstraint = firstConstraint + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  for (let constraint = firstConstraint; constraint < endConstraint; constraint++) {
    const count = valuesLeft(set, constraint, from, to);
    if (count == 0) return false;
    if (count != ANY_VALUE) filter(set, constraint, from, to);
  }
  return true;
}

/** Keeps the devices that have one of the values. */
function filter(set: usize, constraint: u32, from: u32, to: u32): void {
  const valueWords = load<u32>(constraintAt(constraint) + L.CONSTRAINT_VALUE_WORDS);
  const having = bounds(L.BOUNDS_WORK);
  let known: usize = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (!isBound(constraint, request, from, to)) continue;
    const values = valuesFor(firstSlotOf(request), constraint);
    if (values != known) {
      known = values;
      clearSet(having, words);
      for (let value = firstBit(set, valueWords, 0); value >= 0; value = firstBit(set, valueWords, <u32>value + 1)) {
        spend(1);
        addSet(having, devicesWith(values, value), words);
      }
    }
    const devices = devicesFor(firstSlotOf(request));
    const before = countBits(devices, words);
    keepSet(devices, having, words);
    if (countBits(devices, words) != before) hasChanged = true;
  }
}
