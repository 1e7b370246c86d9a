// Decides whether a search could end with an error in a request.

import { copySet, firstBit, hasBit, removeSet } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import {
  blockedFor,
  boundSlotAt,
  bounds,
  claimOf,
  cursorOf,
  endOfMembers,
  endOfRules,
  endSlotOf,
  first,
  firstSlotOf,
  hasBudgets,
  isCloser,
  membersOf,
  needOf,
  requestsAll,
  rulesOf,
  startOf,
  words,
} from './lookahead';
import { SELECTION_EXCLUDED, SELECTION_MADE, selectDevice, selectionsOf } from './propagate';
import { header, problem, scratch, slotAt } from './state';
import { trailMark, undoTo } from './trail';

/** Returns whether the search could end with an error in a request. A slot that needs more devices than the claim has `room` for checks no device. */
export function mayErr(request: u32, room: u32): bool {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    if (isCloser && needOf(slot) > room) continue;
    const boundSlot = boundSlotAt(slot);
    const errors = load<u32>(boundSlot + B.BOUND_SLOT_ERRORS);
    if (requestsAll(slot)) {
      if (mayErrInOrder(slot, load<u32>(boundSlot + B.BOUND_SLOT_MAY_REJECT) != 0, errors)) return true;
      continue;
    }
    if (errors == 0) continue;
    const work = bounds(B.BOUNDS_WORK);
    copySet(work, scratch + <usize>errors, words);
    removeSet(work, blockedFor(slot), words);
    if (firstBit(work, words, cursorOf(slot)) >= 0) return true;
  }
  return false;
}

/**
 * Returns whether a request for all devices could end with an error. It selects devices in order and fails at the first that is in use or fails a check. The
 * result of its constraints is exact if no earlier request of the lookahead is under them.
 */
function mayErrInOrder(slot: u32, mayReject: bool, errors: u32): bool {
  if (!mayReject && errors == 0) return false;
  const at = slotAt(slot);
  const list = problem + <usize>load<u32>(at + L.SLOT_ALL_LOCATION);
  const candidates = problem + <usize>load<u32>(at + L.SLOT_CANDIDATES_LOCATION);
  const isExact =
    isCloser && hasBudgets() && needOf(slot) <= header(L.HEADER_CLAIM_LIMIT) - selectionsOf(claimOf(slot)) && areDecided(slot);
  const start = startOf(slot);
  const count = load<u32>(at + L.SLOT_COUNT);
  const mark = trailMark();
  let mayErr = false;
  for (let index = start; index < count; index++) {
    const device = load<u32>(list + ((<usize>index) << 2));
    if (hasBit(blockedFor(slot), device) || (isCloser && !hasBit(candidates, device))) break;
    mayErr = (errors != 0 && hasBit(scratch + <usize>errors, device)) || (mayReject && !isExact);
    if (mayErr) break;
    if (!isExact) continue;
    const result = selectDevice(slot, device, index + 1 == count);
    mayErr = result == SELECTION_EXCLUDED;
    if (result != SELECTION_MADE) break;
  }
  undoTo(mark);
  return mayErr;
}

/** Returns whether no earlier request of the lookahead is under the constraints of a slot. */
function areDecided(slot: u32): bool {
  const request = load<u32>(slotAt(slot) + L.SLOT_REQUEST);
  const end = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    const constraint = load<u32>(rule + B.RULE_CONSTRAINT);
    const last = endOfMembers(constraint);
    for (let member = membersOf(constraint); member < last; member += 4) {
      if (load<u32>(member) >= first && load<u32>(member) < request) return false;
    }
  }
  return true;
}
