// Whether requests that compete for the same things can all have their units: a bipartite matching, unit by unit. By Hall's theorem
// there is none exactly when some requests together want more than there is for them.

import { addBit, addSet, clearSet, countBits, equalSets, firstBit, hasBit, intersects, nextBit, removeSet } from './bitset';
import * as B from './bounds-layout';
import {
  bounds,
  devicesFor,
  end,
  endOfRules,
  endSlotOf,
  first,
  firstSlotOf,
  hasShareable,
  isRivalSlot,
  rulesOf,
  spend,
  words,
} from './horizon';
import * as L from './layout';
import { constraintAt, header, scratch, slotAt } from './state';

/** With so many requests before it one is compared. */
const MOST_LOOKS: u32 = 32;

/** The set of things that the units of a request compete for. */
export function rivalsOf(request: u32): usize {
  return bounds(B.BOUNDS_RIVALS) + <usize>request * ((<usize>words) << 3);
}

/** How many units of a request compete. */
export function unitsOf(request: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2));
}

export function setUnits(request: u32, units: u32): void {
  store<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2), units);
}

/** Counts requests that compete for the same things as one, so that fewer look for each of them. Requires: no thing can serve several units. */
export function mergeAlike(): void {
  for (let request = first; request < end; request++) {
    const units = unitsOf(request);
    for (let looks: u32 = 1; looks <= MOST_LOOKS && first + looks <= request && units > 0; looks++) {
      const other = request - looks;
      if (unitsOf(other) == 0 || !equalSets(rivalsOf(other), rivalsOf(request), words)) continue;
      setUnits(request, units + unitsOf(other));
      setUnits(other, 0);
      break;
    }
  }
}

/** Whether every unit of the horizon's requests can have a thing of its own, as far as the question may cost. Requires: rivals and units of each request are set. */
export function hasMatching(): bool {
  memory.fill(bounds(B.BOUNDS_OWNERS), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  const visited = bounds(B.BOUNDS_WORK);
  const given = visited + ((<usize>words) << 3);
  clearSet(given, words);
  for (let request = first; request < end; request++) {
    const units = unitsOf(request);
    for (let unit: u32 = 0; unit < units; unit++) {
      if (takeFree(request, given)) continue;
      clearSet(visited, words);
      if (!serve(request, visited)) return false;
    }
  }
  return true;
}

/** Gives a request a thing that nobody has yet, if there is one. Who has one thing keeps it or gets another: things that are given stay so. */
function takeFree(request: u32, given: usize): bool {
  if (!spend(1)) return true;
  const thing = nextBit(rivalsOf(request), given, words, 0);
  if (thing < 0) return false;
  addBit(given, thing);
  store<u32>(bounds(B.BOUNDS_OWNERS) + ((<usize>thing) << 2), request + 1);
  return true;
}

/** Finds a thing for one more unit of a request, moving others to where they can go. Depth: the number of things at most. */
function serve(request: u32, visited: usize): bool {
  const rivals = rivalsOf(request);
  const owners = bounds(B.BOUNDS_OWNERS);
  for (let thing = nextBit(rivals, visited, words, 0); thing >= 0; thing = nextBit(rivals, visited, words, <u32>thing + 1)) {
    if (!spend(1)) return true;
    addBit(visited, thing);
    const owner = load<u32>(owners + ((<usize>thing) << 2));
    if (owner == 0 || serve(owner - 1, visited)) {
      if (owner == 0) addBit(visited + ((<usize>words) << 3), thing);
      store<u32>(owners + ((<usize>thing) << 2), request + 1);
      return true;
    }
  }
  return false;
}

/** Whether a unit more of a request could have no thing, whatever others give it and take instead: then they need all the things that are found. */
function isTight(request: u32, things: usize, free: usize): bool {
  const rivals = rivalsOf(request);
  if (intersects(rivals, free, words)) return false;
  store<u32>(asked + ((<usize>(request - first)) << 2), question);
  for (let thing = nextBit(rivals, things, words, 0); thing >= 0; thing = nextBit(rivals, things, words, <u32>thing + 1)) {
    if (!spend(1)) return false;
    addBit(things, thing);
    const owner = ownerOf(thing);
    if (!isAsked(owner) && !isTight(owner, things, free)) return false;
  }
  return true;
}

function isAsked(request: u32): bool {
  return load<u32>(asked + ((<usize>(request - first)) << 2)) == question;
}

/** The request that has a thing. */
function ownerOf(thing: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_OWNERS) + ((<usize>thing) << 2)) - 1;
}

/** The owner of a thing that is free. */
const NOBODY: u32 = u32.MAX_VALUE;

/** Takes things from a request, and from its slots as far as these compete. */
function leaveThings(request: u32, things: usize, claim: u32): void {
  removeSet(rivalsOf(request), things, words);
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    if (isRivalSlot(slot, claim)) removeSet(devicesFor(slot), things, words);
  }
}

/**
 * Takes the things that some requests need all of from others. True: others had some of them. Requires: there is a matching, with a thing for each unit,
 * of requests that are not merged.
 */
export function leaveToTight(claim: u32): bool {
  const things = bounds(B.BOUNDS_WORK);
  const free = things + ((<usize>words) << 3);
  clearSet(free, words);
  for (let thing: u32 = 0; thing < header(L.HEADER_DEVICE_COUNT); thing++) if (ownerOf(thing) == NOBODY) addBit(free, thing);
  forgetQuestions();
  let hasNarrowed = false;
  for (let request = first; request < end; request++) {
    if (unitsOf(request) == 0) continue;
    question++;
    clearSet(things, words);
    if (!isTight(request, things, free)) continue;
    for (let other = first; other < end; other++) {
      if (isAsked(other) || !intersects(rivalsOf(other), things, words)) continue;
      hasNarrowed = true;
      leaveThings(other, things, claim);
    }
  }
  return hasNarrowed;
}

/** For each request of the horizon, the units that have a thing, and the last question that came to it. */
const served: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const asked: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
let question: u32 = 0;
/** In place of a question: what the request has stays its own for good. */
const CLOSED: u32 = u32.MAX_VALUE;

/** Things have this many places for owners, a byte each: a request by its number in the horizon, plus 1. */
export const PLACES: u32 = 4;
const MOST_OWNERS: u32 = 255;

/** The units of all requests of the horizon. */
export function allUnits(): u32 {
  let units: u32 = 0;
  for (let request = first; request < end; request++) units += unitsOf(request);
  return units;
}

/** Whether some request of the horizon could use a thing. Requires: `beginPlacing`. */
export function isRival(thing: u32): bool {
  return hasBit(bounds(B.BOUNDS_WORK), thing);
}

function forgetQuestions(): void {
  memory.fill(asked, 0, (<usize>(end - first)) << 2);
  question = 0;
}

/** Takes all things away from everybody. False when there are more requests than things can tell apart. */
export function beginPlacing(): bool {
  const size = (<usize>(end - first)) << 2;
  assert(end - first <= <u32>B.BOUNDED_MOST_SLOTS, 'requests of the horizon');
  memory.fill(bounds(B.BOUNDS_OWNERS), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  memory.fill(served, 0, size);
  forgetQuestions();
  const all = bounds(B.BOUNDS_WORK);
  clearSet(all, words);
  for (let request = first; request < end; request++) if (unitsOf(request) > 0) addSet(all, rivalsOf(request), words);
  return end - first < MOST_OWNERS;
}

/** Gives a thing to one unit more, if one unit more is served then; others may get another thing for it. No request has a thing twice. */
export function place(thing: u32): bool {
  question++;
  const free = ownerPlace(thing, 0);
  assert(free != 0, 'places of a thing');
  spend(<i32>((end - first) >> 3));
  if (findOwner(thing, free)) return true;
  // No request that was asked is ever short of a unit, or has a thing that one which is short could use.
  for (let own: usize = 0; own < (<usize>(end - first)) << 2; own += 4) {
    if (load<u32>(asked + own) == question) store<u32>(asked + own, CLOSED);
  }
  return false;
}

/** Gives a place of a thing to another request that can use it. Depth: the number of requests at most. */
function findOwner(thing: u32, at: usize): bool {
  for (let request = first; request < end; request++) {
    const own = (<usize>(request - first)) << 2;
    const last = load<u32>(asked + own);
    if (last == question || last == CLOSED || unitsOf(request) == 0) continue;
    if (!hasBit(rivalsOf(request), thing) || ownerPlace(thing, request - first + 1) != 0) continue;
    store<u32>(asked + own, question);
    if (!spend(1)) return false;
    const count = load<u32>(served + own);
    if (count < unitsOf(request)) store<u32>(served + own, count + 1);
    else if (!passOn(request)) continue;
    store<u8>(at, <u8>(request - first + 1));
    return true;
  }
  return false;
}

/** Gives one of the things of a request to another one that can use it. */
function passOn(request: u32): bool {
  const rivals = rivalsOf(request);
  for (let thing = firstBit(rivals, words, 0); thing >= 0; thing = firstBit(rivals, words, <u32>thing + 1)) {
    const own = ownerPlace(thing, request - first + 1);
    if (own != 0 && findOwner(thing, own)) return true;
  }
  return false;
}

/** The place of a thing with this owner; 0 as the owner: a free place. 0: there is none. */
function ownerPlace(thing: u32, owner: u32): usize {
  const places = bounds(B.BOUNDS_OWNERS) + ((<usize>thing) << 2);
  for (let place: usize = 0; place < PLACES; place++) if (load<u8>(places + place) == <u8>owner) return places + place;
  return 0;
}

/**
 * Tells whether the matching of requests tells all about a slot: its devices serve one pick each, take of no budget, and its constraints leave one value. Then there
 * is nothing to split.
 */
export function isMatched(own: u32): bool {
  if (header(L.HEADER_DRAWS_LOCATION) != 0 || load<u32>(slotAt(own) + L.SLOT_SHARES_LOCATION) != 0 || hasShareable(devicesFor(own)))
    return false;
  const last = endOfRules(own);
  for (let rule = rulesOf(own); rule < last; rule += B.RULE_SIZE) {
    const at = constraintAt(load<u32>(rule + B.RULE_CONSTRAINT));
    const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
    if (load<u32>(at + L.CONSTRAINT_KIND) != L.KIND_MATCH || load<u32>(rule + B.RULE_VALUES) == 0) return false;
    if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0 || countBits(state + L.STATE_VALUES, load<u32>(at + L.CONSTRAINT_VALUE_WORDS)) != 1)
      return false;
  }
  return true;
}
