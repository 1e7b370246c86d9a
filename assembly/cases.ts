// A bound by cases. A frame that has tried much in vain may have gone wrong in a way that shows only far below it, where the order of requests
// comes to it late. So what is left of the frame is split into cases, the scarcest choice first: the value of a match constraint, the
// alternative of a prioritized list, or the next device of a request. When the other bounds refute each case, there is no solution. Of cases that
// differ by an exchange of what wants the same (twins.ts) only one is looked at.
//
// Sound, because a case is what a solution would have in it: whatever plain search could reach below the frame, a solution or an error after
// some requests that are served, goes with one case of each split, and the bounds say of every case that it cannot be (horizon.ts). Picks may be
// supposed in any order, as every part of a solution can be picked by itself: the host leaves cases off where that is not so. A device that a case
// supposes may be one on which a request further on would err, which then lies within what the bounds look at: rightly so, as picks that lead to
// that error do not have the device, and do not go with the case. Nor is a claim above its limit missed: the picks that lead there take the least
// alternatives, which the bounds count.

import { addBit, clearSet, copySet, countBits, firstBit, removeSet } from './bitset';
import { brokenBound, note } from './bounds';
import * as B from './bounds-layout';
import { equalsOf } from './equals';
import {
  bounds,
  boundsField,
  cost,
  cursorInCase,
  devicesFor,
  end,
  endSlotOf,
  first,
  firstSlotOf,
  isDone,
  needOf,
  supposeChoice,
  supposeTaken,
  takenBy,
  words,
} from './horizon';
import * as L from './layout';
import { PICK_TAKEN, pick, picksOf } from './propagate';
import { claimAt, constraintAt, header, requestAt, scratch, steps } from './state';
import { recordedStore, trailMark, undoTo } from './trail';
import { findKinds, findTwins, forgetTwins } from './twins';
import { ANY_VALUE, valuesLeft } from './values-left';

/** With less than this nothing can be found out. */
const LEAST_CREDIT: i32 = 1024;

/** What a case costs beside the questions. */
const CASE_COST: i32 = 64;

const BY_VALUE: u32 = 1;
const BY_ALTERNATIVE: u32 = 2;
const BY_DEVICE: u32 = 3;

/** What the question may still cost. */
let left: i32 = 0;
/** Whether some case ended with a solution of all that the bounds may look at. */
let isSolved: bool = false;
/** The place in the search that is asked about. */
let claim: u32 = 0;
let slot: u32 = 0;
let index: u32 = 0;
let cursor: u32 = 0;
/** What the last choice is about: a constraint or a request. */
let subject: u32 = 0;

function spentBy(frame: u32): usize {
  return bounds(B.BOUNDS_SPENT) + <usize>frame * B.SPENT_SIZE;
}

/** A new frame has spent nothing. */
export function beginSpending(frame: u32): void {
  const at = spentBy(frame);
  store<u32>(at + B.SPENT_SINCE, <u32>steps);
  store<u32>(at + B.SPENT_DUE, boundsField(B.BOUNDS_PATIENCE));
}

/** Whether what is left of a frame has no solution in any case, as far as can be told. Asked only of frames that spent as much as the answer may cost. */
export function failsInEachCase(frame: u32, ofClaim: u32, ofSlot: u32, ofIndex: u32, ofCursor: u32): bool {
  if ((boundsField(B.BOUNDS_SWITCHES) & B.BOUND_CASES) == 0) return false;
  const at = spentBy(frame);
  const spent = <u32>steps - load<u32>(at + B.SPENT_SINCE);
  if (spent < load<u32>(at + B.SPENT_DUE)) return false;
  claim = ofClaim;
  slot = ofSlot;
  index = ofIndex;
  cursor = ofCursor;
  const credit = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + B.BOUNDS_CREDIT;
  const stake = load<i32>(credit);
  if (stake < LEAST_CREDIT) return false;
  left = stake;
  isSolved = false;
  forgetTwins();
  const before = trailMark();
  const fails = isRefuted(0);
  if (!fails) store<i32>(credit, load<i32>(credit) - stake + left);
  assert(before == trailMark(), 'a case that is not undone');
  if (fails) return note(B.BOUND_CASES);
  store<u32>(at + B.SPENT_DUE, isSolved ? u32.MAX_VALUE : spent << 1);
  return false;
}

function caseSet(depth: u32): usize {
  return bounds(B.BOUNDS_CASES) + <usize>depth * ((<usize>boundsField(B.BOUNDS_CASE_WORDS)) << 3);
}

/** Whether the bounds refute the case that is supposed, or each of the cases that it splits into. Supposes nothing more afterwards. */
function isRefuted(depth: u32): bool {
  if (left <= 0 || depth + 1 >= boundsField(B.BOUNDS_CASE_COUNT)) return false;
  const broken = brokenBound(claim, slot, index, cursor, boundsField(B.BOUNDS_SWITCHES), trialSet());
  if (depth == 0 && broken == 0) {
    findTwins(claim);
    findKinds();
  }
  const kind = broken == 0 ? split(depth) : 0;
  left -= cost() + CASE_COST;
  if (broken != 0) return true;
  if (kind == 0) {
    isSolved = true;
    return false;
  }
  const about = subject;
  const cases = caseSet(depth);
  const caseWords = boundsField(B.BOUNDS_CASE_WORDS);
  for (let one = firstBit(cases, caseWords, 0); one >= 0; one = firstBit(cases, caseWords, <u32>one + 1)) {
    const mark = trailMark();
    const isOut =
      kind == BY_VALUE
        ? failsWithValue(about, one, depth)
        : kind == BY_DEVICE
          ? failsWithDevice(about, one, depth)
          : failsWithChoice(about, one, depth);
    undoTo(mark);
    if (!isOut) return false;
    // A device that is equal to one that is out is out.
    const equals = kind == BY_DEVICE ? equalsOf(one) : 0;
    if (equals != 0) removeSet(cases, equals, words);
  }
  store<u32>(weightOf(kind, about), load<u32>(weightOf(kind, about)) + 1);
  return true;
}

/** Supposes that all devices of a match constraint have a value: as after a pick with that value alone. */
function failsWithValue(constraint: u32, value: u32, depth: u32): bool {
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (load<u64>(state) == 0) recordedStore(state, 1);
  for (let word: u32 = 0; word < valueWords; word++) {
    const own: u64 = word == value >> 6 ? (<u64>1) << (<u64>value & 63) : 0;
    const cell = state + 8 + ((<usize>word) << 3);
    if (load<u64>(cell) != own) recordedStore(cell, own);
  }
  return isRefuted(depth + 1);
}

function failsWithChoice(request: u32, choice: u32, depth: u32): bool {
  supposeChoice(request, firstSlotOf(request) + choice + 1);
  const isOut = isRefuted(depth + 1);
  supposeChoice(request, 0);
  return isOut;
}

/** Supposes that this is the first of the devices that the requests of a kind still need. */
function failsWithDevice(request: u32, device: u32, depth: u32): bool {
  const own = firstSlotOf(request);
  if (picksOf(load<u32>(requestAt(request) + L.REQUEST_CLAIM)) >= header(L.HEADER_CLAIM_LIMIT) || pick(own, device) != PICK_TAKEN)
    return true;
  const before = takenBy(own);
  const cursorBefore = cursorInCase(own);
  supposeTaken(own, before + 1, device + 1);
  const isOut = isRefuted(depth + 1);
  supposeTaken(own, before, cursorBefore);
  return isOut;
}

/** What the scarcest choice so far is about, how many cases it has, and its weight. */
let kind: u32 = 0;
let least: u32 = 0;
let weight: u32 = 0;

/** Takes a choice if it is scarcer: by its cases, and by how often choices about the same thing led nowhere. False: it is not. */
function prefer(ofKind: u32, about: u32, cases: u32): bool {
  const own = 1 + load<u32>(weightOf(ofKind, about));
  if (kind != 0 && <u64>cases * weight >= <u64>least * own) return false;
  kind = ofKind;
  subject = about;
  least = cases;
  weight = own;
  return true;
}

function weightOf(ofKind: u32, about: u32): usize {
  const ordinal = ofKind == BY_VALUE ? header(L.HEADER_REQUEST_COUNT) + about : about;
  return bounds(B.BOUNDS_WEIGHTS) + ((<usize>ordinal) << 2);
}

/** Finds the scarcest choice of what the bounds look at. Returns what the choice is about, 0 when all is decided; leaves the cases in the set of the depth. */
function split(depth: u32): u32 {
  kind = 0;
  preferValues(caseSet(depth));
  for (let request = first; request < end; request++) {
    if (isDone(request)) continue;
    const isChoice = endSlotOf(request) != firstSlotOf(request) + 1;
    prefer(isChoice ? BY_ALTERNATIVE : BY_DEVICE, request, isChoice ? alternativesOf(request) : devicesToTry(request));
  }
  if (kind == BY_ALTERNATIVE || kind == BY_DEVICE) findCases(caseSet(depth));
  return kind;
}

/** Finds the match constraint with the scarcest values, and leaves these in a set. */
function preferValues(cases: usize): void {
  for (let claimIndex = claim; claimIndex < header(L.HEADER_CLAIM_COUNT); claimIndex++) {
    const at = claimAt(claimIndex);
    const from = max(first, load<u32>(at + L.CLAIM_FIRST_REQUEST));
    const to = min(end, load<u32>(at + L.CLAIM_FIRST_REQUEST) + load<u32>(at + L.CLAIM_REQUEST_COUNT));
    if (from >= to) break;
    const firstConstraint = load<u32>(at + L.CLAIM_FIRST_CONSTRAINT);
    const endConstraint = firstConstraint + load<u32>(at + L.CLAIM_CONSTRAINT_COUNT);
    for (let constraint = firstConstraint; constraint < endConstraint; constraint++) {
      const count = valuesLeft(trialSet(), constraint, from, to);
      if (count != ANY_VALUE && prefer(BY_VALUE, constraint, count)) copySet(cases, trialSet(), boundsField(B.BOUNDS_CASE_WORDS));
    }
  }
}

/** Leaves the devices or the alternatives of the request that is scarcest in a set. */
function findCases(cases: usize): void {
  const own = firstSlotOf(subject);
  clearSet(cases, boundsField(B.BOUNDS_CASE_WORDS));
  if (least == 0) return;
  if (kind == BY_DEVICE) copySet(cases, devicesFor(own), words);
  else for (let slot = own; slot < endSlotOf(subject); slot++) if (isPossible(slot)) addBit(cases, slot - own);
}

/** How many devices may be the first of those that a request still needs. */
function devicesToTry(request: u32): u32 {
  const own = firstSlotOf(request);
  return isPossible(own) ? countBits(devicesFor(own), words) - needOf(own) + 1 : 0;
}

function isPossible(own: u32): bool {
  return needOf(own) > 0 && countBits(devicesFor(own), words) >= needOf(own);
}

function alternativesOf(request: u32): u32 {
  let count: u32 = 0;
  for (let own = firstSlotOf(request); own < endSlotOf(request); own++) if (isPossible(own)) count++;
  return count;
}

function trialSet(): usize {
  return caseSet(boundsField(B.BOUNDS_CASE_COUNT) - 1);
}
