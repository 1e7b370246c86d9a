// Probes: splits the rest of a failing frame into cases, the scarcest choice first (dom/wdeg; Boussemart, Hemery, Lecoutre and Sais 2004). If the other bounds
// refute each case, there is no solution, as in failed-literal probing (Freeman 1995; Lynce and Marques-Silva 2003). The proof is lemma 2 of
// docs/internals/lemmas.md. Bounds count the alternatives with the fewest devices, so they also hold for selections that would exceed a claim's limit.

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
  assumeSelected,
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
  selectedBy,
  words,
} from './lookahead';
import { isMatched } from './matching';
import { SELECTION_MADE, selectDevice, selectionsOf } from './propagate';
import { claimAt, constraintAt, header, isInterruptible, minSizeOf, requestAt, scratch, steps, work } from './state';
import { recordedStore, trailMark, undoTo } from './trail';
import { ANY_VALUE, supportedValues } from './value-propagation';

/**
 * With less credit than this, probing cannot decide anything. With 8,192, the result is almost the same
 * (bench/results/solver-constants.md).
 */
const LEAST_CREDIT: i32 = 1024;

/**
 * The cost of a case in addition to the bound checks. With 512, mixed problems need 15% more steps. With 0, they need slightly
 * fewer (bench/results/solver-constants.md).
 */
const CASE_COST: i32 = 64;

const BY_VALUE: u32 = 1;
const BY_ALTERNATIVE: u32 = 2;
const BY_DEVICE: u32 = 3;
/** The alternative of a claim, identified by its first request. */
const OF_CLAIM: u32 = 4;

/** The credit left for bound checks. */
let left: i32 = 0;
/** The position that is probed. */
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

/** Begins the effort record of a new frame. */
export function beginSpending(frame: u32): void {
  const at = spentBy(frame);
  store<u32>(at + B.SPENT_SINCE, <u32>steps);
  store<u32>(at + B.SPENT_DUE, boundsField(B.BOUNDS_PATIENCE));
}

/** Begins to probe the rest of a frame if its effort justifies the cost. Returns false if it is not probed. */
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

/** The result is unknown: the work of this run is used up. */
export const PROBE_PAUSED: u32 = 0;
export const PROBE_REFUTED: u32 = 1;
/** The cases decide nothing. */
export const PROBE_UNDECIDED: u32 = 2;
/** One case is checked, and others are left. */
const PROBE_GOES_ON: u32 = 3;
/** A case has a solution. */
const PROBE_SOLVED: u32 = 4;

/** Continues a probe. Retracts all assumptions before it returns, because choices stay in memory between runs. */
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

/** Pays for a probe that decided nothing, and doubles the steps until the frame is probed again. */
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

/** Checks the bounds for the assumed case, then splits it or moves to the next one. */
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
  // The search may still fail beyond the lookahead, or if the split found no choice.
  if (isSolved && end == header(L.HEADER_REQUEST_COUNT)) return PROBE_SOLVED;
  if (!isOut && kind == 0) return PROBE_UNDECIDED;
  if (!isOut) openChoice(kind);
  // Closes each choice that has no case left: it is refuted.
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

/** Assumes the next case of a choice instead of the refuted one. Returns false if none exists. */
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
    // A device equal to a refuted device is refuted.
    const isFree = load<u32>(at + B.CHOICE_KIND) == BY_DEVICE && !isAdmin(load<u32>(at + B.CHOICE_SLOT));
    const equals = isFree ? interchangeableWith(last) : 0;
    if (equals != 0) removeSet(cases, equals, words);
  }
  const next = firstBit(cases, boundsField(B.BOUNDS_CASE_WORDS), <u32>(last + 1));
  store<i32>(at + B.CHOICE_CASE, next);
  return next >= 0;
}

/** Assumes the case of a choice. Returns false if that fails. */
function assume(choice: u32): bool {
  const at = choiceAt(choice);
  const kind = load<u32>(at + B.CHOICE_KIND);
  const about = load<u32>(at + B.CHOICE_ABOUT);
  const slot = load<u32>(at + B.CHOICE_SLOT);
  const one = load<u32>(at + B.CHOICE_CASE);
  store<u32>(at + B.CHOICE_TRAIL_MARK, trailMark());
  if (kind == BY_DEVICE) {
    store<u32>(at + B.CHOICE_TAKEN, selectedBy(slot));
    store<u32>(at + B.CHOICE_CURSOR, assumedCursor(slot));
    return assumeDevice(about, slot, one);
  }
  if (kind == BY_VALUE) assumeValue(about, one);
  else if (kind == OF_CLAIM) assumeAlternative(about, one + 1);
  else assumeChoice(about, slot + one + 1);
  return true;
}

function retract(choice: u32): void {
  const at = choiceAt(choice);
  const kind = load<u32>(at + B.CHOICE_KIND);
  if (kind == BY_ALTERNATIVE) assumeChoice(load<u32>(at + B.CHOICE_ABOUT), 0);
  if (kind == OF_CLAIM) assumeAlternative(load<u32>(at + B.CHOICE_ABOUT), 0);
  if (kind == BY_DEVICE) assumeSelected(load<u32>(at + B.CHOICE_SLOT), load<u32>(at + B.CHOICE_TAKEN), load<u32>(at + B.CHOICE_CURSOR));
  undoTo(load<u32>(at + B.CHOICE_TRAIL_MARK));
}

/** Assumes that all devices of a match constraint have a value, as after a selection with only that value. */
function assumeValue(constraint: u32, value: u32): void {
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0) recordedStore(state + L.STATE_DEVICE_COUNT, 1);
  for (let word: u32 = 0; word < valueWords; word++) {
    const bits: u64 = word == value >> 6 ? (<u64>1) << (<u64>value & 63) : 0;
    const cell = state + L.STATE_VALUES + ((<usize>word) << 3);
    if (load<u64>(cell) != bits) recordedStore(cell, bits);
  }
}

/** Assumes that this is the first of the devices that a kind of requests still needs. Returns false if the slot cannot have it. */
function assumeDevice(request: u32, slot: u32, device: u32): bool {
  const selections = selectionsOf(load<u32>(requestAt(request) + L.REQUEST_CLAIM));
  if (selections >= header(L.HEADER_CLAIM_LIMIT) || selectDevice(slot, device, false) != SELECTION_MADE) return false;
  assumeSelected(slot, selectedBy(slot) + 1, device + 1);
  return true;
}

/** The scarcest choice so far: its kind, its constraint or request, its number of cases, and its weight. */
let kind: u32 = 0;
let subject: u32 = 0;
let least: u32 = 0;
let weight: u32 = 0;

/**
 * Replaces the scarcest choice if this one has fewer cases per weight. The weight counts how often all cases of choices about the same subject were refuted.
 */
function prefer(kindEntry: u32, about: u32, cases: u32): bool {
  const weightOfChoice = 1 + load<u32>(weightOf(kindEntry, about));
  if (kind != 0 && <u64>cases * weight >= <u64>least * weightOfChoice) return false;
  kind = kindEntry;
  subject = about;
  least = cases;
  weight = weightOfChoice;
  return true;
}

function weightOf(kindEntry: u32, about: u32): usize {
  const ordinal = kindEntry == BY_VALUE ? header(L.HEADER_REQUEST_COUNT) + about : about;
  return bounds(B.BOUNDS_WEIGHTS) + ((<usize>ordinal) << 2);
}

/** Finds the scarcest choice in the lookahead. Returns its kind; 0 if all is decided. Leaves the cases in the set of the next choice. */
function split(choice: u32): u32 {
  kind = 0;
  preferValues(caseSet(choice));
  preferRequests(false, false);
  // In any solution, requests with admin access can be selected last, so they are decided after all others.
  if (kind == 0 && end == header(L.HEADER_REQUEST_COUNT) && hasAdminLeft()) {
    preferRequests(true, false);
    if (kind == 0) preferRequests(true, true);
  }
  if (kind != 0 && kind != BY_VALUE) findCases(caseSet(choice));
  return kind;
}

/**
 * Considers requests that are not done. `areMatched` includes requests that the matching covers. `haveAdmin` selects requests
 * with admin access instead.
 */
function preferRequests(areMatched: bool, haveAdmin: bool): void {
  for (let request = first; request < end; request++) {
    if (isDone(request)) continue;
    if (isOpen(request)) {
      if (request == leaderOf(request)) prefer(OF_CLAIM, request, popcnt(possibleAlternatives(request)));
      continue;
    }
    const firstSlot = firstSlotOf(request);
    const isChoice = endSlotOf(request) != firstSlot + 1;
    if (isChoice) prefer(BY_ALTERNATIVE, request, alternativesOf(request));
    else if (isAdmin(firstSlot) == haveAdmin && (areMatched || !isMatched(firstSlot))) prefer(BY_DEVICE, request, devicesToTry(request));
  }
}

function hasAdminLeft(): bool {
  for (let request = first; request < end; request++) if (isAdmin(firstSlotOf(request)) && !isDone(request)) return true;
  return false;
}

/** Finds the match constraint with the scarcest values, and leaves them in a set. */
function preferValues(cases: usize): void {
  for (let claimIndex = claim; claimIndex < header(L.HEADER_CLAIM_COUNT); claimIndex++) {
    const at = claimAt(claimIndex);
    const from = max(first, load<u32>(at + L.CLAIM_FIRST_REQUEST));
    const to = min(end, load<u32>(at + L.CLAIM_FIRST_REQUEST) + load<u32>(at + L.CLAIM_REQUEST_COUNT));
    if (from >= to) break;
    const firstConstraint = load<u32>(at + L.CLAIM_FIRST_CONSTRAINT);
    const endConstraint = firstConstraint + load<u32>(at + L.CLAIM_CONSTRAINT_COUNT);
    for (let constraint = firstConstraint; constraint < endConstraint; constraint++) {
      // If the constraint needs several values, one value is not a case.
      if (minSizeOf(constraintAt(constraint)) > 1) continue;
      const count = supportedValues(trialSet(), constraint, from, to);
      if (count != ANY_VALUE && prefer(BY_VALUE, constraint, count)) copySet(cases, trialSet(), boundsField(B.BOUNDS_CASE_WORDS));
    }
  }
}

/** Leaves the devices or the alternatives of the scarcest request in a set. */
function findCases(cases: usize): void {
  const firstSlot = firstSlotOf(subject);
  clearSet(cases, boundsField(B.BOUNDS_CASE_WORDS));
  if (least == 0) return;
  if (kind == BY_DEVICE) copySet(cases, devicesFor(firstSlot), words);
  else if (kind == OF_CLAIM) store<u64>(cases, <u64>possibleAlternatives(subject));
  else for (let slot = firstSlot; slot < endSlotOf(subject); slot++) if (isPossible(slot)) addBit(cases, slot - firstSlot);
}

/** Returns the number of devices that may be the first of those that a request still needs. */
function devicesToTry(request: u32): u32 {
  const slot = firstSlotOf(request);
  return isPossible(slot) ? countBits(devicesFor(slot), words) - needOf(slot) + 1 : 0;
}

function isPossible(slot: u32): bool {
  return needOf(slot) > 0 && countBits(devicesFor(slot), words) >= needOf(slot);
}

function alternativesOf(request: u32): u32 {
  let count: u32 = 0;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (isPossible(slot)) count++;
  return count;
}

function trialSet(): usize {
  return caseSet(boundsField(B.BOUNDS_CASE_COUNT) - 1);
}
