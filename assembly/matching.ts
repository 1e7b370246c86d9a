// Checks a bound: requests that compete for vertices (devices, or cliques of them) need a bipartite matching that serves every unit (Hall 1935). Matchings grow
// by augmenting paths (Berge 1957; Kuhn 1955), one unit at a time. A Hall set is a set of requests that needs all of its vertices. The check removes these
// vertices from other requests, as in all-different (Régin 1994).

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
import { constraintAt, header, isMatch, minSizeOf, scratch, slotAt } from './state';

/** The most earlier requests with which a request is compared. With 4, almost no result changes (bench/results/solver-constants.md). */
const MOST_LOOKS: u32 = 32;

/** Returns the set of vertices that the units of a request compete for. */
export function neighborsOf(request: u32): usize {
  return bounds(B.BOUNDS_NEIGHBORS) + <usize>request * ((<usize>words) << 3);
}

/** Returns the number of competing units of a request. */
export function unitsOf(request: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2));
}

export function setUnits(request: u32, units: u32): void {
  store<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2), units);
}

/** Merges requests with equal neighbors, so that fewer requests compete for each vertex. Requires: no vertex can serve several units. */
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

/** Returns whether each unit can have a distinct vertex; also true if the budget is used up. Requires: neighbors and units of each request are set. */
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

/** Matches a free vertex to a request, if there is one. Augmenting never frees a matched vertex. */
function matchFree(request: u32, matched: usize): bool {
  if (!spend(1)) return true;
  const vertex = nextBit(neighborsOf(request), matched, words, 0);
  if (vertex < 0) return false;
  addBit(matched, vertex);
  store<u32>(bounds(B.BOUNDS_MATES) + ((<usize>vertex) << 2), request + 1);
  return true;
}

/** Finds an augmenting path for one more unit of a request. Recursion depth: at most the number of vertices. */
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

/**
 * Returns whether no augmenting path starts at a request. Then the requests that it reaches are a Hall set, which needs all
 * `vertices` found.
 */
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

/** Returns the request that a vertex is matched to, or UNMATCHED. */
function mateOf(vertex: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_MATES) + ((<usize>vertex) << 2)) - 1;
}

const UNMATCHED: u32 = u32.MAX_VALUE;

/** Removes vertices from a request, and from its competing slots. */
function removeVertices(request: u32, vertices: usize, claim: u32): void {
  removeSet(neighborsOf(request), vertices, words);
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    if (isCompeting(slot, claim)) removeSet(devicesFor(slot), vertices, words);
  }
}

/**
 * Removes the vertices of Hall sets from the other requests. Returns whether this removed any vertex. Requires: a matching that serves every unit, of requests
 * that are not merged.
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

/** For each request of the lookahead, the number of matched units, and the last traversal that reached it. */
const served: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const visitedIn: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
let traversal: u32 = 0;
/**
 * This value replaces the number of a traversal: from the request, no free unit can be reached, regardless of later matches
 * (lemma 3 of docs/internals/lemmas.md).
 */
const CLOSED: u32 = u32.MAX_VALUE;

/** The places for mates of a vertex, a byte each: the number of a request in the lookahead, plus 1. */
export const PLACES: u32 = 4;
const MOST_MATES: u32 = 255;

/** Returns the number of units of all requests in the lookahead. */
export function allUnits(): u32 {
  let units: u32 = 0;
  for (let request = first; request < end; request++) units += unitsOf(request);
  return units;
}

/** Returns whether some request of the lookahead could use a vertex. Requires: `beginMatching`. */
export function isNeighbor(vertex: u32): bool {
  return hasBit(bounds(B.BOUNDS_WORK), vertex);
}

function clearVisits(): void {
  memory.fill(visitedIn, 0, (<usize>(end - first)) << 2);
  traversal = 0;
}

/** Empties the matching. Returns false if there are more requests than a place can number. */
export function beginMatching(): bool {
  const size = (<usize>(end - first)) << 2;
  assert(end - first <= <u32>B.BOUNDED_MOST_SLOTS, 'requests of the lookahead');
  memory.fill(bounds(B.BOUNDS_MATES), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  memory.fill(served, 0, size);
  clearVisits();
  const all = bounds(B.BOUNDS_WORK);
  clearSet(all, words);
  for (let request = first; request < end; request++) if (unitsOf(request) > 0) addSet(all, neighborsOf(request), words);
  return end - first < MOST_MATES;
}

/** Adds a mate to a vertex if an augmenting path then serves one more unit. Returns whether it did. No request has a vertex twice. */
export function matchVertex(vertex: u32): bool {
  traversal++;
  const free = matePlace(vertex, 0);
  assert(free != 0, 'places of a vertex');
  spend(<i32>((end - first) >> 3));
  if (augmentFrom(vertex, free)) return true;
  // From the visited requests, no free unit can be reached any more, even if vertices are added. They are closed.
  for (let offset: usize = 0; offset < (<usize>(end - first)) << 2; offset += 4) {
    if (load<u32>(visitedIn + offset) == traversal) store<u32>(visitedIn + offset, CLOSED);
  }
  return false;
}

/** Assigns a place of a vertex to another request that can use it. Recursion depth: at most the number of requests. */
function augmentFrom(vertex: u32, at: usize): bool {
  for (let request = first; request < end; request++) {
    const offset = (<usize>(request - first)) << 2;
    const last = load<u32>(visitedIn + offset);
    if (last == traversal || last == CLOSED || unitsOf(request) == 0) continue;
    if (!hasBit(neighborsOf(request), vertex) || matePlace(vertex, request - first + 1) != 0) continue;
    store<u32>(visitedIn + offset, traversal);
    if (!spend(1)) return false;
    const count = load<u32>(served + offset);
    if (count < unitsOf(request)) store<u32>(served + offset, count + 1);
    else if (!reassign(request)) continue;
    store<u8>(at, <u8>(request - first + 1));
    return true;
  }
  return false;
}

/** Assigns one of the vertices of a request to another request that can use it. */
function reassign(request: u32): bool {
  const neighbors = neighborsOf(request);
  for (let vertex = firstBit(neighbors, words, 0); vertex >= 0; vertex = firstBit(neighbors, words, <u32>vertex + 1)) {
    const place = matePlace(vertex, request - first + 1);
    if (place != 0 && augmentFrom(vertex, place)) return true;
  }
  return false;
}

/** Returns the place of a vertex with this mate, or 0 if none exists. Mate 0 means a free place. */
function matePlace(vertex: u32, mate: u32): usize {
  const places = bounds(B.BOUNDS_MATES) + ((<usize>vertex) << 2);
  for (let place: usize = 0; place < PLACES; place++) if (load<u8>(places + place) == <u8>mate) return places + place;
  return 0;
}

/**
 * Returns whether the matching covers all limits of a slot: its devices serve one selection each and consume no budget, and its
 * constraints allow one value. Probing then need not split its choice.
 */
export function isMatched(slot: u32): bool {
  if (header(L.HEADER_DRAWS_LOCATION) != 0 || load<u32>(slotAt(slot) + L.SLOT_SHARES_LOCATION) != 0 || hasShareable(devicesFor(slot)))
    return false;
  const last = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < last; rule += B.RULE_SIZE) {
    const at = constraintAt(load<u32>(rule + B.RULE_CONSTRAINT));
    const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
    if (!isMatch(at) || minSizeOf(at) > 1 || load<u32>(rule + B.RULE_VALUES) == 0) return false;
    if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0 || countBits(state + L.STATE_VALUES, load<u32>(at + L.CONSTRAINT_VALUE_WORDS)) != 1)
      return false;
  }
  return true;
}
