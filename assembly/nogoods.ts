// Nogoods: a state of the search that failed before fails again (Stallman and Sussman 1977; with dominance as in Focacci and Shaw 2002).
//
// The key of a state holds all that can still matter: the place in the search, which devices that later requests could use are free, the values of
// constraints that concern later requests, what is left of budgets, shares that were drawn for, counter sets, for admin
// access the devices that its claim holds, and where alternatives could exceed the limit of the claim how many devices it has. Keys are compared whole: a
// hash alone could lie.
//
// Amounts come last: of them a state that failed may have left more. Each branch of the state in question would have been one of that state, as what suffices for
// it sufficed there; so there was no solution and no error in it.

import { firstBit, keepSet } from './bitset';
import * as B from './bounds-layout';
import { amountWord } from './budget';
import * as L from './layout';
import { bounds, boundsField, isAdmin, limitsOf } from './lookahead';
import { busy, heldBy, picksOf } from './propagate';
import { claimAt, constraintAt, countWork, header, problem, scratch, slotAt } from './state';

/** Odd, and its bits look random. */
export const HASH_FACTOR: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;

/** In a nogood, after the number of words: the location of the next one with the same place in the table, 0 for none. */
const NEXT: usize = 4;

/** The nogoods of one place in the table that are considered, at most. 8 make mixed problems take 1 of 200 more steps (bench/results/solver-constants.md). */
const MOST_LOOKS: i32 = 128;

/** The address of the next word of the key. */
let next: usize = 0;
/** The address of the amounts in the key of which less is as bad: they come last. */
let amounts: usize = 0;

function put(word: u64): void {
  store<u64>(next, word);
  next += 8;
}

/** Returns whether this state failed before, or one that is like it but left more of some budget. */
export function isNogood(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): bool {
  const length = makeKey(claim, request, slot, index, cursor);
  return isKept(length, hashOf());
}

/** Keeps a state that failed, as long as there is room. */
export function recordNogood(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): void {
  const length = makeKey(claim, request, slot, index, cursor);
  const hash = hashOf();
  const size = <usize>B.NOGOOD_KEY + length;
  const at = boundsField(B.BOUNDS_STORE_NEXT);
  if (at + <u32>size > boundsField(B.BOUNDS_STORE_END) || isKept(length, hash)) return;
  const entry = scratch + <usize>at;
  const place = placeOf(hash);
  store<u32>(entry + B.NOGOOD_WORDS, <u32>length >> 3);
  store<u32>(entry + NEXT, load<u32>(place));
  store<u64>(entry + B.NOGOOD_HASH, hash);
  memory.copy(entry + B.NOGOOD_KEY, bounds(B.BOUNDS_KEY), length);
  store<u32>(place, at);
  const base = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS);
  store<u32>(base + B.BOUNDS_STORE_NEXT, at + <u32>size);
}

/** The place in the table for a hash: the location of the last nogood stored there. */
function placeOf(hash: u64): usize {
  return bounds(B.BOUNDS_TABLE) + ((<usize>hash & <usize>(boundsField(B.BOUNDS_TABLE_SIZE) - 1)) << 2);
}

function isKept(length: usize, hash: u64): bool {
  const key = bounds(B.BOUNDS_KEY);
  const exact = amounts - key;
  let at = load<u32>(placeOf(hash));
  for (let looks = MOST_LOOKS; at != 0 && looks > 0; looks--) {
    const entry = scratch + <usize>at;
    if (load<u64>(entry + B.NOGOOD_HASH) == hash && load<u32>(entry + B.NOGOOD_WORDS) == <u32>length >> 3) {
      const kept = entry + B.NOGOOD_KEY;
      if (memory.compare(kept, key, exact) == 0 && hasNoLess(kept + exact, amounts, length - exact)) return true;
    }
    at = load<u32>(entry + NEXT);
  }
  return false;
}

/** Returns whether each amount of a state that failed is as great as the one of the state in question, or greater. */
function hasNoLess(kept: usize, now: usize, size: usize): bool {
  countWork(1);
  for (let at: usize = 0; at < size; at += 8) if (load<i64>(kept + at) < load<i64>(now + at)) return false;
  return true;
}

/** The hash of what must be the same. */
function hashOf(): u64 {
  let hash: u64 = 0;
  for (let at = bounds(B.BOUNDS_KEY); at < amounts; at += 8) {
    hash = (hash ^ load<u64>(at)) * HASH_FACTOR;
    hash ^= hash >> 29;
  }
  return hash;
}

/** Writes the key of a state and returns its length in bytes. */
function makeKey(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): usize {
  const key = bounds(B.BOUNDS_KEY);
  next = key;
  const limits = limitsOf(claim);
  const isExact = (limits & B.CLAIM_BEFORE_END) != 0 || boundsField(B.BOUNDS_EXACT) != 0;
  const room: u64 = (limits & B.CLAIM_LIMITED) != 0 ? <u64>(header(L.HEADER_CLAIM_LIMIT) - picksOf(claim)) : 0;
  put(((<u64>slot) << 32) | <u64>index);
  put(((<u64>cursor) << 32) | (isExact ? room : 0));
  findLater(request, slot, cursor);
  if (header(L.HEADER_SHAREABLE_LOCATION) != 0) putCommon(scratch + <usize>header(L.HEADER_SHARED_LOCATION), drawers());
  if (hasAdmin) putCommon(heldBy(claim), holdable());
  putFree();
  putConstraints(claim, request);
  amounts = next;
  put(isExact ? 0 : room);
  putBudgets();
  if (isExact) amounts = next;
  countWork(<u32>(next - key) >> 3);
  assert(<u32>((next - key) >> 3) <= boundsField(B.BOUNDS_KEY_WORDS), 'key of a nogood');
  return next - key;
}

/** 64-bit words of a set of devices. */
let words: u32 = 0;
/** True where some request of the claim, from this one on, has admin access. */
let hasAdmin: bool = false;

// Sets of devices that the requests from a place on could check: those that are of use while they are free, those with admin access, and all that draw.
function later(): usize {
  return bounds(B.BOUNDS_WORK);
}

function holdable(): usize {
  return bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
}

function drawers(): usize {
  return bounds(B.BOUNDS_WORK) + ((<usize>words) << 4);
}

/** Finds the devices that the search could still check from a place on. */
function findLater(request: u32, slot: u32, cursor: u32): void {
  words = header(L.HEADER_DEVICE_WORDS);
  const size = (<usize>words) << 3;
  memory.copy(later(), bounds(B.BOUNDS_LATER) + <usize>request * 3 * size, size * 3);
  const at = slotAt(slot);
  const own = problem + <usize>load<u32>(at + L.SLOT_CANDIDATES_LOCATION);
  const isOfUse = isAdmin(slot) ? holdable() : later();
  // Requests for all devices, which have an order of their own, never fail as a frame: there is no nogood of theirs to find.
  for (let word = cursor >> 6; word < words; word++) {
    const mask: u64 = word == cursor >> 6 ? ~(<u64>0) << (<u64>cursor & 63) : ~(<u64>0);
    const offset = (<usize>word) << 3;
    const devices = load<u64>(own + offset) & mask;
    store<u64>(isOfUse + offset, load<u64>(isOfUse + offset) | devices);
    store<u64>(drawers() + offset, load<u64>(drawers() + offset) | devices);
  }
  keepSet(drawers(), bounds(B.BOUNDS_DRAWING), words);
  hasAdmin = firstBit(holdable(), words, 0) >= 0;
}

function putCommon(set: usize, other: usize): void {
  for (let at: usize = 0; at < (<usize>words) << 3; at += 8) put(load<u64>(set + at) & load<u64>(other + at));
}

/** The devices that are free. */
function putFree(): void {
  for (let at: usize = 0; at < (<usize>words) << 3; at += 8) put(load<u64>(later() + at) & ~load<u64>(busy() + at));
}

/** The rest of each budget. */
function putBudgets(): void {
  const count = header(L.HEADER_BUDGET_COUNT);
  const limbs = header(L.HEADER_LIMBS);
  for (let budget: u32 = 0; budget < count; budget++) {
    for (let limb: u32 = 0; limb < limbs; limb++) put(amountWord(budget, limb));
  }
}

/** The running value sets of what still concerns a request: constraints of the claim, and counter sets. */
function putConstraints(claim: u32, request: u32): void {
  const first = load<u32>(claimAt(claim) + L.CLAIM_FIRST_CONSTRAINT);
  const end = first + load<u32>(claimAt(claim) + L.CLAIM_CONSTRAINT_COUNT);
  const count = header(L.HEADER_CONSTRAINT_COUNT);
  const concerned = bounds(B.BOUNDS_CONCERNED);
  for (let index = first; index < count; index++) {
    // Constraints of later claims have no device yet.
    if (load<u32>(concerned + ((<usize>index) << 2)) <= request || (index >= end && !isCounterSet(index))) continue;
    const constraint = constraintAt(index);
    const state = scratch + <usize>load<u32>(constraint + L.CONSTRAINT_STATE_LOCATION);
    const size = (<usize>load<u32>(constraint + L.CONSTRAINT_VALUE_WORDS)) << 3;
    put(load<u64>(state + L.STATE_DEVICE_COUNT) == 0 ? 0 : 1);
    for (let at: usize = 0; at < size; at += 8) put(load<u64>(state + L.STATE_VALUES + at));
  }
}

/** Counter sets come after the constraints of the last claim. */
function isCounterSet(index: u32): bool {
  const last = claimAt(header(L.HEADER_CLAIM_COUNT) - 1);
  return index >= load<u32>(last + L.CLAIM_FIRST_CONSTRAINT) + load<u32>(last + L.CLAIM_CONSTRAINT_COUNT);
}
