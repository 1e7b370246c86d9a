// Whether requests that compete for the same things can all have their units: a bipartite matching, unit by unit. By Hall's theorem
// there is none exactly when some requests together want more than there is for them.

import { addBit, addSet, clearSet, countBits, equalSets, firstBit, hasBit, intersects, nextBit, removeSet } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import {
  bounds,
  devicesFor,
  end,
  endOfRules,
  endSlotOf,
  first,
  firstSlotOf,
  hasShareable,
  isCompeting,
  rulesOf,
  spend,
  words,
} from './lookahead';
import { constraintAt, header, scratch, slotAt } from './state';

/** With so many requests before it one is compared. */
const MOST_LOOKS: u32 = 32;

/** The set of things that the units of a request compete for. */
export function neighborsOf(request: u32): usize {
  return bounds(B.BOUNDS_NEIGHBORS) + <usize>request * ((<usize>words) << 3);
}

/** How many units of a request compete. */
export function unitsOf(request: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2));
}

export function setUnits(request: u32, units: u32): void {
  store<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2), units);
}

/** Counts requests that compete for the same things as one, so that fewer look for each of them. Requires: no thing can serve several units. */
export function mergeEquivalent(): void {
  for (let request = first; request < end; request++) {
    const units = unitsOf(request);
    for (let looks: u32 = 1; looks <= MOST_LOOKS && first + looks <= request && units > 0; looks++) {
      const other = request - looks;
      if (unitsOf(other) == 0 || !equalSets(neighborsOf(other), neighborsOf(request), words)) continue;
      setUnits(request, units + unitsOf(other));
      setUnits(other, 0);
      break;
    }
  }
}

/** Whether every unit of the horizon's requests can have a thing of its own, as far as the question may cost. Requires: rivals and units of each request are set. */
export function hasMatching(): bool {
  memory.fill(bounds(B.BOUNDS_MATES), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  const visited = bounds(B.BOUNDS_WORK);
  const matched = visited + ((<usize>words) << 3);
  clearSet(matched, words);
  for (let request = first; request < end; request++) {
    const units = unitsOf(request);
    for (let unit: u32 = 0; unit < units; unit++) {
      if (matchFree(request, matched)) continue;
      clearSet(visited, words);
      if (!augment(request, visited)) return false;
    }
  }
  return true;
}

/** Gives a request a thing that nobody has yet, if there is one. Who has one thing keeps it or gets another: things that are given stay so. */
function matchFree(request: u32, matched: usize): bool {
  if (!spend(1)) return true;
  const vertex = nextBit(neighborsOf(request), matched, words, 0);
  if (vertex < 0) return false;
  addBit(matched, vertex);
  store<u32>(bounds(B.BOUNDS_MATES) + ((<usize>vertex) << 2), request + 1);
  return true;
}

/** Finds a thing for one more unit of a request, moving others to where they can go. Depth: the number of things at most. */
function augment(request: u32, visited: usize): bool {
  const neighbors = neighborsOf(request);
  const mates = bounds(B.BOUNDS_MATES);
  for (let vertex = nextBit(neighbors, visited, words, 0); vertex >= 0; vertex = nextBit(neighbors, visited, words, <u32>vertex + 1)) {
    if (!spend(1)) return true;
    addBit(visited, vertex);
    const mate = load<u32>(mates + ((<usize>vertex) << 2));
    if (mate == 0 || augment(mate - 1, visited)) {
      if (mate == 0) addBit(visited + ((<usize>words) << 3), vertex);
      store<u32>(mates + ((<usize>vertex) << 2), request + 1);
      return true;
    }
  }
  return false;
}

/** Whether a unit more of a request could have no thing, whatever others give it and take instead: then they need all the things that are found. */
function isHallSet(request: u32, vertices: usize, free: usize): bool {
  const neighbors = neighborsOf(request);
  if (intersects(neighbors, free, words)) return false;
  store<u32>(visitedIn + ((<usize>(request - first)) << 2), traversal);
  for (let vertex = nextBit(neighbors, vertices, words, 0); vertex >= 0; vertex = nextBit(neighbors, vertices, words, <u32>vertex + 1)) {
    if (!spend(1)) return false;
    addBit(vertices, vertex);
    const mate = mateOf(vertex);
    if (!isVisited(mate) && !isHallSet(mate, vertices, free)) return false;
  }
  return true;
}

function isVisited(request: u32): bool {
  return load<u32>(visitedIn + ((<usize>(request - first)) << 2)) == traversal;
}

/** The request that has a thing. */
function mateOf(vertex: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_MATES) + ((<usize>vertex) << 2)) - 1;
}

/** The owner of a thing that is free. */
const UNMATCHED: u32 = u32.MAX_VALUE;

/** Takes things from a request, and from its slots as far as these compete. */
function removeVertices(request: u32, vertices: usize, claim: u32): void {
  removeSet(neighborsOf(request), vertices, words);
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    if (isCompeting(slot, claim)) removeSet(devicesFor(slot), vertices, words);
  }
}

/**
 * Takes the things that some requests need all of from others. True: others had some of them. Requires: there is a matching, with a thing for each unit,
 * of requests that are not merged.
 */
export function filterByHallSets(claim: u32): bool {
  const vertices = bounds(B.BOUNDS_WORK);
  const free = vertices + ((<usize>words) << 3);
  clearSet(free, words);
  for (let vertex: u32 = 0; vertex < header(L.HEADER_DEVICE_COUNT); vertex++) if (mateOf(vertex) == UNMATCHED) addBit(free, vertex);
  clearVisits();
  let hasNarrowed = false;
  for (let request = first; request < end; request++) {
    if (unitsOf(request) == 0) continue;
    traversal++;
    clearSet(vertices, words);
    if (!isHallSet(request, vertices, free)) continue;
    for (let other = first; other < end; other++) {
      if (isVisited(other) || !intersects(neighborsOf(other), vertices, words)) continue;
      hasNarrowed = true;
      removeVertices(other, vertices, claim);
    }
  }
  return hasNarrowed;
}

/** For each request of the horizon, the units that have a thing, and the last question that came to it. */
const served: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const visitedIn: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
let traversal: u32 = 0;
/** In place of a question: what the request has stays its own for good. */
const CLOSED: u32 = u32.MAX_VALUE;

/** Things have this many places for owners, a byte each: a request by its number in the horizon, plus 1. */
export const PLACES: u32 = 4;
const MOST_MATES: u32 = 255;

/** The units of all requests of the horizon. */
export function allUnits(): u32 {
  let units: u32 = 0;
  for (let request = first; request < end; request++) units += unitsOf(request);
  return units;
}

/** Whether some request of the horizon could use a thing. Requires: `beginMatching`. */
export function isNeighbor(vertex: u32): bool {
  return hasBit(bounds(B.BOUNDS_WORK), vertex);
}

function clearVisits(): void {
  memory.fill(visitedIn, 0, (<usize>(end - first)) << 2);
  traversal = 0;
}

/** Takes all things away from everybody. False when there are more requests than things can tell apart. */
export function beginMatching(): bool {
  const size = (<usize>(end - first)) << 2;
  assert(end - first <= <u32>B.BOUNDED_MOST_SLOTS, 'requests of the horizon');
  memory.fill(bounds(B.BOUNDS_MATES), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  memory.fill(served, 0, size);
  clearVisits();
  const all = bounds(B.BOUNDS_WORK);
  clearSet(all, words);
  for (let request = first; request < end; request++) if (unitsOf(request) > 0) addSet(all, neighborsOf(request), words);
  return end - first < MOST_MATES;
}

/** Gives a thing to one unit more, if one unit more is served then; others may get another thing for it. No request has a thing twice. */
export function matchVertex(vertex: u32): bool {
  traversal++;
  const free = matePlace(vertex, 0);
  assert(free != 0, 'places of a vertex');
  spend(<i32>((end - first) >> 3));
  if (augmentFrom(vertex, free)) return true;
  // No request that was asked is ever short of a unit, or has a thing that one which is short could use.
  for (let own: usize = 0; own < (<usize>(end - first)) << 2; own += 4) {
    if (load<u32>(visitedIn + own) == traversal) store<u32>(visitedIn + own, CLOSED);
  }
  return false;
}

/** Gives a place of a thing to another request that can use it. Depth: the number of requests at most. */
function augmentFrom(vertex: u32, at: usize): bool {
  for (let request = first; request < end; request++) {
    const own = (<usize>(request - first)) << 2;
    const last = load<u32>(visitedIn + own);
    if (last == traversal || last == CLOSED || unitsOf(request) == 0) continue;
    if (!hasBit(neighborsOf(request), vertex) || matePlace(vertex, request - first + 1) != 0) continue;
    store<u32>(visitedIn + own, traversal);
    if (!spend(1)) return false;
    const count = load<u32>(served + own);
    if (count < unitsOf(request)) store<u32>(served + own, count + 1);
    else if (!reassign(request)) continue;
    store<u8>(at, <u8>(request - first + 1));
    return true;
  }
  return false;
}

/** Gives one of the things of a request to another one that can use it. */
function reassign(request: u32): bool {
  const neighbors = neighborsOf(request);
  for (let vertex = firstBit(neighbors, words, 0); vertex >= 0; vertex = firstBit(neighbors, words, <u32>vertex + 1)) {
    const own = matePlace(vertex, request - first + 1);
    if (own != 0 && augmentFrom(vertex, own)) return true;
  }
  return false;
}

/** The place of a thing with this owner; 0 as the owner: a free place. 0: there is none. */
function matePlace(vertex: u32, mate: u32): usize {
  const places = bounds(B.BOUNDS_MATES) + ((<usize>vertex) << 2);
  for (let place: usize = 0; place < PLACES; place++) if (load<u8>(places + place) == <u8>mate) return places + place;
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
