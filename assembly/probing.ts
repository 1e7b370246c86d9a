// Probing: a bound that splits into cases. A frame that has tried much in vain may have gone wrong in a way that shows only far below it, where the order of
// requests comes to it late. So what is left of the frame is split into cases, the scarcest choice first: the value of a match constraint, the alternative of a
// prioritized list, or the next device of a request. When the other bounds refute each case, there is no solution. It is the failed-literal probing of SAT solvers
// (Freeman 1995; Lynce and Marques-Silva 2003), and the order of choices is dom/wdeg (Boussemart, Hemery, Lecoutre and Sais 2004): few cases first, and
// those whose cases were all refuted before. Of cases that differ by a symmetry (constraint-symmetry.ts) only one is considered.
//
// Sound by lemma 2 of docs/internals/solver.md: whatever plain search could reach below the frame, a solution or an error after some requests that are served, goes with
// one case of each split, and the bounds say of every case that it cannot be. Selects may be assumed in any order, as every part of a solution can be selected by
// itself: the host leaves probing off where that is not so. A device that a case assumes may be one on which a request further on would err, which then lies
// within what the bounds check: rightly so, as picks that lead to that error do not have the device, and do not go with the case. Nor is a claim above its
// limit missed, where that matters: the selections that lead there take the least alternatives, which the bounds count.
//
// Requests with admin access take devices in use as well, but none that their claim holds. So what a solution has could be selected in another order: all others
// first, in any order, since none of them has a device that one with admin access took before; then these, since at the end their claim holds each device once.
// Cases are made of them last, when all requests are in the lookahead and all others are decided.
//
// A bound check takes less than a millisecond, all of a probe may take many. So the choices lie in memory: when the work of a run is used up, all that is
// assumed is retracted, to be assumed again when the search goes on.

import { addBit, clearSet, copySet, countBits, firstBit, removeSet } from './bitset';
import { note, violatedBound } from './bounds';
import * as B from './bounds-layout';
import { clearSymmetries, findKinds, findSymmetricConstraints } from './constraint-symmetry';
import { interchangeableWith } from './device-symmetry';
import { canDive } from './dive';
import * as L from './layout';
import {
  assumeAlternative,
  assumeChoice,
  assumedCursor,
  assumeTaken,
  bounds,
  boundsField,
  cost,
  devicesFor,
  end,
  endSlotOf,
  first,
  firstSlotOf,
  isAdmin,
  isDone,
  isOpen,
  leaderOf,
  needOf,
  possibleAlternatives,
  takenBy,
  words,
} from './lookahead';
import { isMatched } from './matching';
import { PICK_TAKEN, pick, picksOf } from './propagate';
import { claimAt, constraintAt, header, isInterruptible, minSizeOf, requestAt, scratch, steps, work } from './state';
import { recordedStore, trailMark, undoTo } from './trail';
import { ANY_VALUE, supportedValues } from './value-propagation';

/** With less credit than this nothing can be found out. 8,192 makes hardly a difference (bench/results/solver-constants.md). */
const LEAST_CREDIT: i32 = 1024;

/** The cost of a case in addition to the bound checks. At 512 mixed problems take 15 of 100 more steps, at 0 hardly less (bench/results/solver-constants.md). */
const CASE_COST: i32 = 64;

const BY_VALUE: u32 = 1;
const BY_ALTERNATIVE: u32 = 2;
const BY_DEVICE: u32 = 3;
/** The alternative of a claim, about its first request. */
const OF_CLAIM: u32 = 4;

/** The credit that is left for bound checks. */
let left: i32 = 0;
/** The place in the search that is probed. */
let claim: u32 = 0;
let slot: u32 = 0;
let index: u32 = 0;
let cursor: u32 = 0;
/** The number of open choices. */
let open: u32 = 0;

function probeRecord(): usize {
  return bounds(B.BOUNDS_PROBE);
}

function spentBy(frame: u32): usize {
  return bounds(B.BOUNDS_SPENT) + <usize>frame * B.SPENT_SIZE;
}

/** A new frame has spent nothing. */
export function beginSpending(frame: u32): void {
  const at = spentBy(frame);
  store<u32>(at + B.SPENT_SINCE, <u32>steps);
  store<u32>(at + B.SPENT_DUE, boundsField(B.BOUNDS_PATIENCE));
}

/** Begins to probe what is left of a frame, if it spent as much as that may cost. False: it is not probed. */
export function beginProbing(frame: u32, ofClaim: u32, slotEntry: u32, ofIndex: u32, ofCursor: u32): bool {
  if ((boundsField(B.BOUNDS_SWITCHES) & B.BOUND_PROBING) == 0) return false;
  const at = spentBy(frame);
  if (<u32>steps - load<u32>(at + B.SPENT_SINCE) < load<u32>(at + B.SPENT_DUE)) return false;
  const credit = load<i32>(creditField());
  if (credit < LEAST_CREDIT) return false;
  store<u32>(probeRecord() + B.PROBE_FRAME, frame);
  store<u32>(probeRecord() + B.PROBE_CLAIM, ofClaim);
  store<u32>(probeRecord() + B.PROBE_SLOT, slotEntry);
  store<u32>(probeRecord() + B.PROBE_INDEX, ofIndex);
  store<u32>(probeRecord() + B.PROBE_CURSOR, ofCursor);
  store<i32>(probeRecord() + B.PROBE_CREDIT, credit);
  store<i32>(probeRecord() + B.PROBE_CREDIT_LEFT, credit);
  store<u32>(probeRecord() + B.PROBE_DEPTH, 0);
  clearSymmetries();
  return true;
}

function creditField(): usize {
  return scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + B.BOUNDS_CREDIT;
}

/** Not known yet: the work of this run is used up. */
export const PROBE_PAUSED: u32 = 0;
/** There is no solution. */
export const PROBE_REFUTED: u32 = 1;
/** The cases decide nothing. */
export const PROBE_UNDECIDED: u32 = 2;
/** One case was checked, without an end of the whole. */
const PROBE_GOES_ON: u32 = 3;
/** One case was checked, and there is a solution. */
const PROBE_SOLVED: u32 = 4;

/** Goes on with a probe. Leaves no assumption afterwards. */
export function continueProbing(): u32 {
  loadProbe();
  const before = trailMark();
  for (let choice: u32 = 0; choice < open; choice++) {
    const canBe = assume(choice);
    assert(canBe, 'a case that could be before');
  }
  let result = PROBE_GOES_ON;
  while (result == PROBE_GOES_ON) {
    const since = work;
    result = probeCase();
    assert(isInterruptible(since), 'a question that takes too long');
    if (result == PROBE_GOES_ON && work <= 0) result = PROBE_PAUSED;
  }
  for (let choice = open; choice > 0; choice--) retract(choice - 1);
  assert(before == trailMark(), 'a case that is not undone');
  if (result == PROBE_PAUSED) saveProbe();
  else conclude(result);
  return result == PROBE_SOLVED ? PROBE_UNDECIDED : result;
}

function loadProbe(): void {
  const at = probeRecord();
  claim = load<u32>(at + B.PROBE_CLAIM);
  slot = load<u32>(at + B.PROBE_SLOT);
  index = load<u32>(at + B.PROBE_INDEX);
  cursor = load<u32>(at + B.PROBE_CURSOR);
  left = load<i32>(at + B.PROBE_CREDIT_LEFT);
  open = load<u32>(at + B.PROBE_DEPTH);
}

function saveProbe(): void {
  store<i32>(probeRecord() + B.PROBE_CREDIT_LEFT, left);
  store<u32>(probeRecord() + B.PROBE_DEPTH, open);
}

/** Pays for a probe in vain, and doubles the steps until the frame is probed again. */
function conclude(result: u32): void {
  if (result == PROBE_REFUTED) {
    note(B.BOUND_PROBING);
    return;
  }
  const credit = load<i32>(probeRecord() + B.PROBE_CREDIT);
  store<i32>(creditField(), load<i32>(creditField()) - credit + left);
  const at = spentBy(load<u32>(probeRecord() + B.PROBE_FRAME));
  store<u32>(at + B.SPENT_DUE, result == PROBE_SOLVED ? u32.MAX_VALUE : (<u32>steps - load<u32>(at + B.SPENT_SINCE)) << 1);
}

/** Asks the bounds about the case that is assumed, and splits it or goes on to the next one. */
function probeCase(): u32 {
  if (left <= 0 || open + 1 >= boundsField(B.BOUNDS_CASE_COUNT)) return PROBE_UNDECIDED;
  const isOut = violatedBound(claim, slot, index, cursor, boundsField(B.BOUNDS_SWITCHES), trialSet()) != 0;
  if (open == 0 && !isOut) {
    findSymmetricConstraints(claim);
    findKinds();
  }
  const isSolved = !isOut && canDive();
  const kind = isOut || isSolved ? 0 : split(open);
  left -= cost() + CASE_COST;
  // Beyond the lookahead, and where nothing was left to split, the search may still fail.
  if (isSolved && end == header(L.HEADER_REQUEST_COUNT)) return PROBE_SOLVED;
  if (!isOut && kind == 0) return PROBE_UNDECIDED;
  if (!isOut) openChoice(kind);
  // Each choice that has no case left is itself out.
  while (open > 0 && !assumeNext(open - 1)) {
    open--;
    const at = choiceAt(open);
    const weight = weightOf(load<u32>(at + B.CHOICE_KIND), load<u32>(at + B.CHOICE_ABOUT));
    store<u32>(weight, load<u32>(weight) + 1);
  }
  return open == 0 ? PROBE_REFUTED : PROBE_GOES_ON;
}

function caseSet(choice: u32): usize {
  return bounds(B.BOUNDS_CASES) + <usize>choice * ((<usize>boundsField(B.BOUNDS_CASE_WORDS)) << 3);
}

function choiceAt(choice: u32): usize {
  return bounds(B.BOUNDS_CHOICES) + <usize>choice * B.CHOICE_SIZE;
}

/** Before the first case of a choice. */
const NO_CASE: i32 = -1;

function openChoice(kind: u32): void {
  const at = choiceAt(open);
  store<u32>(at + B.CHOICE_KIND, kind);
  store<u32>(at + B.CHOICE_ABOUT, subject);
  store<u32>(at + B.CHOICE_SLOT, kind == BY_VALUE ? 0 : firstSlotOf(subject));
  store<i32>(at + B.CHOICE_CASE, NO_CASE);
  open++;
}

/** Assumes the next case of a choice instead of the last one, which is out. False: there is none. */
function assumeNext(choice: u32): bool {
  let hasCase = nextCase(choice);
  while (hasCase && !assume(choice)) hasCase = nextCase(choice);
  return hasCase;
}

function nextCase(choice: u32): bool {
  const at = choiceAt(choice);
  const cases = caseSet(choice);
  const last = load<i32>(at + B.CHOICE_CASE);
  if (last != NO_CASE) {
    retract(choice);
    // A device that is equal to one that is out is out.
    const isFree = load<u32>(at + B.CHOICE_KIND) == BY_DEVICE && !isAdmin(load<u32>(at + B.CHOICE_SLOT));
    const equals = isFree ? interchangeableWith(last) : 0;
    if (equals != 0) removeSet(cases, equals, words);
  }
  const next = firstBit(cases, boundsField(B.BOUNDS_CASE_WORDS), <u32>(last + 1));
  store<i32>(at + B.CHOICE_CASE, next);
  return next >= 0;
}

/** Assumes the case of a choice. False when it cannot be. */
function assume(choice: u32): bool {
  const at = choiceAt(choice);
  const kind = load<u32>(at + B.CHOICE_KIND);
  const about = load<u32>(at + B.CHOICE_ABOUT);
  const own = load<u32>(at + B.CHOICE_SLOT);
  const one = load<u32>(at + B.CHOICE_CASE);
  store<u32>(at + B.CHOICE_TRAIL_MARK, trailMark());
  if (kind == BY_DEVICE) {
    store<u32>(at + B.CHOICE_TAKEN, takenBy(own));
    store<u32>(at + B.CHOICE_CURSOR, assumedCursor(own));
    return assumeDevice(about, own, one);
  }
  if (kind == BY_VALUE) assumeValue(about, one);
  else if (kind == OF_CLAIM) assumeAlternative(about, one + 1);
  else assumeChoice(about, own + one + 1);
  return true;
}

/** Retracts the case of a choice. */
function retract(choice: u32): void {
  const at = choiceAt(choice);
  const kind = load<u32>(at + B.CHOICE_KIND);
  if (kind == BY_ALTERNATIVE) assumeChoice(load<u32>(at + B.CHOICE_ABOUT), 0);
  if (kind == OF_CLAIM) assumeAlternative(load<u32>(at + B.CHOICE_ABOUT), 0);
  if (kind == BY_DEVICE) assumeTaken(load<u32>(at + B.CHOICE_SLOT), load<u32>(at + B.CHOICE_TAKEN), load<u32>(at + B.CHOICE_CURSOR));
  undoTo(load<u32>(at + B.CHOICE_TRAIL_MARK));
}

/** Assumes that all devices of a match constraint have a value: as after a selection with that value alone. */
function assumeValue(constraint: u32, value: u32): void {
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0) recordedStore(state + L.STATE_DEVICE_COUNT, 1);
  for (let word: u32 = 0; word < valueWords; word++) {
    const own: u64 = word == value >> 6 ? (<u64>1) << (<u64>value & 63) : 0;
    const cell = state + L.STATE_VALUES + ((<usize>word) << 3);
    if (load<u64>(cell) != own) recordedStore(cell, own);
  }
}

/** Assumes that this is the first of the devices that the requests of a kind still need. False when the slot cannot have it. */
function assumeDevice(request: u32, own: u32, device: u32): bool {
  const picks = picksOf(load<u32>(requestAt(request) + L.REQUEST_CLAIM));
  if (picks >= header(L.HEADER_CLAIM_LIMIT) || pick(own, device, false) != PICK_TAKEN) return false;
  assumeTaken(own, takenBy(own) + 1, device + 1);
  return true;
}

/** The scarcest choice so far: its kind, the constraint or request that it is about, how many cases it has, and its weight. */
let kind: u32 = 0;
let subject: u32 = 0;
let least: u32 = 0;
let weight: u32 = 0;

/** Takes a choice if it is scarcer: by its cases, and by how often choices about the same request or constraint led nowhere. False: it is not. */
function prefer(kindEntry: u32, about: u32, cases: u32): bool {
  const own = 1 + load<u32>(weightOf(kindEntry, about));
  if (kind != 0 && <u64>cases * weight >= <u64>least * own) return false;
  kind = kindEntry;
  subject = about;
  least = cases;
  weight = own;
  return true;
}

function weightOf(kindEntry: u32, about: u32): usize {
  const ordinal = kindEntry == BY_VALUE ? header(L.HEADER_REQUEST_COUNT) + about : about;
  return bounds(B.BOUNDS_WEIGHTS) + ((<usize>ordinal) << 2);
}

/** Finds the scarcest choice within the lookahead. Returns its kind, 0 when all is decided; leaves the cases in the set of the choice to open. */
function split(choice: u32): u32 {
  kind = 0;
  preferValues(caseSet(choice));
  preferRequests(false, false);
  // If some request is left that only admin access serves, the others are decided first.
  if (kind == 0 && end == header(L.HEADER_REQUEST_COUNT) && hasAdminLeft()) {
    preferRequests(true, false);
    if (kind == 0) preferRequests(true, true);
  }
  if (kind != 0 && kind != BY_VALUE) findCases(caseSet(choice));
  return kind;
}

/** Prefers requests that are not done: those that are matched only when requested, and those with admin access by themselves. */
function preferRequests(areMatched: bool, haveAdmin: bool): void {
  for (let request = first; request < end; request++) {
    if (isDone(request)) continue;
    if (isOpen(request)) {
      if (request == leaderOf(request)) prefer(OF_CLAIM, request, popcnt(possibleAlternatives(request)));
      continue;
    }
    const own = firstSlotOf(request);
    const isChoice = endSlotOf(request) != own + 1;
    if (isChoice) prefer(BY_ALTERNATIVE, request, alternativesOf(request));
    else if (isAdmin(own) == haveAdmin && (areMatched || !isMatched(own))) prefer(BY_DEVICE, request, devicesToTry(request));
  }
}

function hasAdminLeft(): bool {
  for (let request = first; request < end; request++) if (isAdmin(firstSlotOf(request)) && !isDone(request)) return true;
  return false;
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
      // One value of several that are needed is no case.
      if (minSizeOf(constraintAt(constraint)) > 1) continue;
      const count = supportedValues(trialSet(), constraint, from, to);
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
  else if (kind == OF_CLAIM) store<u64>(cases, <u64>possibleAlternatives(subject));
  else for (let slot = own; slot < endSlotOf(subject); slot++) if (isPossible(slot)) addBit(cases, slot - own);
}

/** Returns how many devices may be the first of those that a request still needs. */
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
