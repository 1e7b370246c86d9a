// Stores nogoods: a state that failed before fails again (Stallman and Sussman 1977; with dominance as in Focacci and Shaw 2002). The key of a state holds all
// that can still matter, and keys are compared in full, because hashes can collide. Amounts come last in the key: a state also fails if an equal state failed
// with more left (lemma 5 of docs/internals/lemmas.md).

import { firstBit, keepSet } from './bitset';
import * as B from './bounds-layout';
import { amountWord } from './budget';
import * as L from './layout';
import { bounds, boundsField, isAdmin, limitsOf } from './lookahead';
import { busy, heldBy, selectionsOf } from './propagate';
import { claimAt, constraintAt, countWork, header, problem, scratch, slotAt } from './state';

/** An odd number whose bits look random. */
export const HASH_FACTOR: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;

/** In a nogood, after the number of words: the location of the next one with the same place in the table, or 0. */
const NEXT: usize = 4;

/**
 * The most nogoods of one place in the table that are compared. With 8, mixed problems need 0.5% more steps
 * (bench/results/solver-constants.md).
 */
const MOST_LOOKS: i32 = 128;

/** The address of the next word of the key. */
let next: usize = 0;
/** The address in the key of the amounts that compare by dominance. */
let amounts: usize = 0;

function put(word: u64): void {
  store<u64>(next, word);
  next += 8;
}

/** Returns whether this state failed before, or an equal state failed that had more left of some budgets. */
export function isNogood(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): bool {
  const length = makeKey(claim, request, slot, index, cursor);
  return isStored(length, hashOf());
}

/** Stores a state that failed, while there is space. */
export function recordNogood(claim: u32, request: u32, slot: u32, index: u32, cursor: u32): void {
  const length = makeKey(claim, request, slot, index, cursor);
  const hash = hashOf();
  const size = <usize>B.NOGOOD_KEY + length;
  const at = boundsField(B.BOUNDS_STORE_NEXT);
  if (at + <u32>size > boundsField(B.BOUNDS_STORE_END) || isStored(length, hash)) return;
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

/** Returns the address of the place in the table for a hash. It has the location of the last nogood stored there. */
function placeOf(hash: u64): usize {
  return bounds(B.BOUNDS_TABLE) + ((<usize>hash & <usize>(boundsField(B.BOUNDS_TABLE_SIZE) - 1)) << 2);
}

function isStored(length: usize, hash: u64): bool {
  const key = bounds(B.BOUNDS_KEY);
  const exact = amounts - key;
  let at = load<u32>(placeOf(hash));
  for (let looks = MOST_LOOKS; at != 0 && looks > 0; looks--) {
    const entry = scratch + <usize>at;
    if (load<u64>(entry + B.NOGOOD_HASH) == hash && load<u32>(entry + B.NOGOOD_WORDS) == <u32>length >> 3) {
      const storedKey = entry + B.NOGOOD_KEY;
      if (memory.compare(storedKey, key, exact) == 0 && hasNoLess(storedKey + exact, amounts, length - exact)) return true;
    }
    at = load<u32>(entry + NEXT);
  }
  return false;
}

/** Returns whether each amount of a failed state is at least the amount of the current state. */
function hasNoLess(storedAmounts: usize, now: usize, size: usize): bool {
  countWork(1);
  for (let at: usize = 0; at < size; at += 8) if (load<i64>(storedAmounts + at) < load<i64>(now + at)) return false;
  return true;
}

/** Returns the hash of the part of the key that must be equal. */
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
  const room: u64 = (limits & B.CLAIM_LIMITED) != 0 ? <u64>(header(L.HEADER_CLAIM_LIMIT) - selectionsOf(claim)) : 0;
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

let words: u32 = 0;
/** True if this request or a later one of the claim has admin access. */
let hasAdmin: bool = false;

// The devices that the requests from a position on could check: for requests without admin access, with admin access, and all devices with a draw.
function later(): usize {
  return bounds(B.BOUNDS_WORK);
}

function holdable(): usize {
  return bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
}

function drawers(): usize {
  return bounds(B.BOUNDS_WORK) + ((<usize>words) << 4);
}

/** Finds the devices that the search could still check from a position on. */
function findLater(request: u32, slot: u32, cursor: u32): void {
  words = header(L.HEADER_DEVICE_WORDS);
  const size = (<usize>words) << 3;
  memory.copy(later(), bounds(B.BOUNDS_LATER) + <usize>request * 3 * size, size * 3);
  const at = slotAt(slot);
  const candidates = problem + <usize>load<u32>(at + L.SLOT_CANDIDATES_LOCATION);
  const isOfUse = isAdmin(slot) ? holdable() : later();
  // Requests for all devices have a separate device order and never fail as a frame, so they have no nogoods.
  for (let word = cursor >> 6; word < words; word++) {
    const mask: u64 = word == cursor >> 6 ? ~(<u64>0) << (<u64>cursor & 63) : ~(<u64>0);
    const offset = (<usize>word) << 3;
    const devices = load<u64>(candidates + offset) & mask;
    store<u64>(isOfUse + offset, load<u64>(isOfUse + offset) | devices);
    store<u64>(drawers() + offset, load<u64>(drawers() + offset) | devices);
  }
  keepSet(drawers(), bounds(B.BOUNDS_DRAWING), words);
  hasAdmin = firstBit(holdable(), words, 0) >= 0;
}

function putCommon(set: usize, other: usize): void {
  for (let at: usize = 0; at < (<usize>words) << 3; at += 8) put(load<u64>(set + at) & load<u64>(other + at));
}

function putFree(): void {
  for (let at: usize = 0; at < (<usize>words) << 3; at += 8) put(load<u64>(later() + at) & ~load<u64>(busy() + at));
}

function putBudgets(): void {
  const count = header(L.HEADER_BUDGET_COUNT);
  const limbs = header(L.HEADER_LIMBS);
  for (let budget: u32 = 0; budget < count; budget++) {
    for (let limb: u32 = 0; limb < limbs; limb++) put(amountWord(budget, limb));
  }
}

/** Adds the running value sets of constraints and counter sets that still affect a request. */
function putConstraints(claim: u32, request: u32): void {
  const first = load<u32>(claimAt(claim) + L.CLAIM_FIRST_CONSTRAINT);
  const end = first + load<u32>(claimAt(claim) + L.CLAIM_CONSTRAINT_COUNT);
  const count = header(L.HEADER_CONSTRAINT_COUNT);
  const concerned = bounds(B.BOUNDS_CONCERNED);
  for (let index = first; index < count; index++) {
    // Constraints of later claims have no device yet, so they are left out.
    if (load<u32>(concerned + ((<usize>index) << 2)) <= request || (index >= end && !isCounterSet(index))) continue;
    const constraint = constraintAt(index);
    const state = scratch + <usize>load<u32>(constraint + L.CONSTRAINT_STATE_LOCATION);
    const size = (<usize>load<u32>(constraint + L.CONSTRAINT_VALUE_WORDS)) << 3;
    put(load<u64>(state + L.STATE_DEVICE_COUNT) == 0 ? 0 : 1);
    for (let at: usize = 0; at < size; at += 8) put(load<u64>(state + L.STATE_VALUES + at));
  }
}

function isCounterSet(index: u32): bool {
  const last = claimAt(header(L.HEADER_CLAIM_COUNT) - 1);
  return index >= load<u32>(last + L.CLAIM_FIRST_CONSTRAINT) + load<u32>(last + L.CLAIM_CONSTRAINT_COUNT);
}
