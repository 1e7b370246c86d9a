// Propagates match constraints to a fixed point (arc consistency, Mackworth 1977). It removes a value if some request has too few devices with it, and a device
// if all its values are removed. Each removal may affect other constraints.

import { addBit, addSet, clearSet, countBits, firstBit, keepSet } from './bitset';
import * as B from './bounds-layout';
import { canShare, findSharers } from './common-value';
import { findValueOrder, highestValue, lowestValue } from './constraint-symmetry';
import * as L from './layout';
import {
  bounds,
  boundsField,
  devicesFor,
  devicesWith,
  end,
  endOfMembers,
  endSlotOf,
  first,
  firstSlotOf,
  membersOf,
  spend,
  valuesFor,
  words,
} from './lookahead';
import { claimAt, constraintAt, header, isMatch, minSizeOf, scratch } from './state';

/** The constraint has an unknown number of values, or no choice. */
export const ANY_VALUE: u32 = u32.MAX_VALUE;
/** The most rounds of propagation. With 9, the result is the same (bench/results/solver-constants.md). */
const MOST_ROUNDS: u32 = 3;
let hasChanged: bool = false;

/** Leaves in `set` the values that the later requests under a match constraint can share. Returns their number; 0 if too few; or ANY_VALUE. */
export function supportedValues(set: usize, constraint: u32, from: u32, to: u32): u32 {
  const at = constraintAt(constraint);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (!isMatch(at) || valueWords > boundsField(B.BOUNDS_CASE_WORDS)) return ANY_VALUE;
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  if (load<u64>(state + L.STATE_DEVICE_COUNT) != 0 && countBits(state + L.STATE_VALUES, valueWords) < 2) return ANY_VALUE;
  const count = findSharers(constraint, from, to);
  if (count == 0) return ANY_VALUE;
  clearSet(set, boundsField(B.BOUNDS_CASE_WORDS));
  let left: u32 = 0;
  findValueOrder(constraint);
  for (let value: u32 = lowestValue; value < count && value <= <u32>highestValue; value++) {
    if (!canShare(value)) continue;
    addBit(set, value);
    left++;
  }
  return left < minSizeOf(at) ? 0 : left;
}

/** Removes devices without a supported value from the requests of the lookahead. Returns false if a constraint has no value left. */
export function propagateValues(fromClaim: u32, set: usize): bool {
  for (let round: u32 = 0; round < MOST_ROUNDS; round++) {
    hasChanged = false;
    for (let claim = fromClaim; claim < header(L.HEADER_CLAIM_COUNT); claim++) if (!propagateClaim(claimAt(claim), set)) return false;
    if (!hasChanged || !spend(1)) return true;
  }
  return true;
}

function propagateClaim(claim: usize, set: usize): bool {
  const from = max(first, load<u32>(claim + L.CLAIM_FIRST_REQUEST));
  const to = min(end, load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT));
  if (from >= to) return true;
  const firstConstraint = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const endConstraint = firstConstraint + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  for (let constraint = firstConstraint; constraint < endConstraint; constraint++) {
    const count = supportedValues(set, constraint, from, to);
    if (count == 0) return false;
    if (count != ANY_VALUE) filter(set, constraint, from, to);
  }
  return true;
}

/** Keeps the devices that have one of the values. */
function filter(set: usize, constraint: u32, from: u32, to: u32): void {
  const valueWords = load<u32>(constraintAt(constraint) + L.CONSTRAINT_VALUE_WORDS);
  const having = bounds(B.BOUNDS_WORK);
  let lastValues: usize = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to) continue;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const values = valuesFor(slot, constraint);
      if (values == 0) continue;
      if (values != lastValues) {
        lastValues = values;
        clearSet(having, words);
        for (let value = firstBit(set, valueWords, 0); value >= 0; value = firstBit(set, valueWords, <u32>value + 1)) {
          spend(1);
          addSet(having, devicesWith(values, value), words);
        }
      }
      const devices = devicesFor(slot);
      const before = countBits(devices, words);
      keepSet(devices, having, words);
      if (countBits(devices, words) != before) hasChanged = true;
    }
  }
}
