// Searches every node of a cluster, one after the other. For each node it gathers the columns of all devices into the problem, with devices numbered in the
// node's search order.

import { addBit, clearSet } from './bitset';
import * as L from './layout';
import * as P from './pass-layout';
import { search } from './search';
import { depth, frameAt } from './state';
import { undoTo } from './trail';

/** The most work of one search. A longer search is left to the host, which can interrupt it. */
const MOST_WORK: i64 = 32_768;

/**
 * Continues until every node has its answer, the work of this call is used up, or a node needs the problem before the host laid it out. Returns PASS_GOES_ON,
 * PASS_ENDED or PASS_NEEDS_PROBLEM. Requires: the host laid out the pass, its columns, a problem with space for the devices of any node, and an unused scratch.
 */
export function pass(base: usize): u32 {
  const count = load<u32>(base + P.PASS_ORDINAL_COUNT);
  const ordinals = <usize>load<u32>(base + P.PASS_ORDINALS);
  const nodes = <usize>load<u32>(base + P.PASS_NODES);
  const answers = <usize>load<u32>(base + P.PASS_ANSWERS);
  const answerSize = <usize>load<u32>(base + P.PASS_ANSWER_SIZE);
  const problem = <usize>load<u32>(base + P.PASS_PROBLEM);
  let work = <i64>load<u32>(base + P.PASS_WORK);
  let done = load<u32>(base + P.PASS_DONE);
  let end = P.PASS_ENDED;
  for (; done < count; done++) {
    if (work <= 0) {
      end = P.PASS_GOES_ON;
      break;
    }
    const ordinal = ordinals == 0 ? done : load<u32>(ordinals + ((<usize>done) << 2));
    const node = nodes + <usize>ordinal * P.PASS_NODE_SIZE;
    const answer = answers + <usize>ordinal * answerSize;
    const flags = load<u32>(node + P.PASS_NODE_FLAGS);
    if (flags == 0 && takeFirst(base, node, answer)) work--;
    else if ((flags & P.PASS_NODE_NEEDS_HOST) != 0) {
      leaveToHost(base, answer);
      work--;
    } else if (problem == 0) {
      end = P.PASS_NEEDS_PROBLEM;
      break;
    } else work -= solve(base, node, answer);
  }
  store<u32>(base + P.PASS_DONE, done);
  return end;
}

function leaveToHost(base: usize, answer: usize): void {
  store<u32>(answer + P.ANSWER_SELECTION_COUNT, 0);
  setStatus(base, answer, P.ANSWER_NEEDS_HOST, 0);
}

/** Searches one node. Returns the work that it used. */
function solve(base: usize, node: usize, answer: usize): i64 {
  const problem = <usize>load<u32>(base + P.PASS_PROBLEM);
  const scratch = <usize>load<u32>(base + P.PASS_SCRATCH);
  const flags = load<u32>(node + P.PASS_NODE_FLAGS);
  if (!gather(base, node, problem, scratch)) {
    leaveToHost(base, answer);
    return <i64>load<u32>(node + P.PASS_NODE_DEVICE_COUNT) + 1;
  }
  begin(base, scratch);
  const status = search(problem, scratch);
  if (status == L.STATUS_FOUND) writeSelections(base, node, answer);
  else store<u32>(answer + P.ANSWER_SELECTION_COUNT, 0);
  undoTo(0);
  // The host handles errors, limits and long searches, because it can describe errors and lay out bounds.
  const isAnswer = status == L.STATUS_FOUND || (status == L.STATUS_FAILED && (flags & P.PASS_NODE_INVALID_POOLS) == 0);
  setStatus(base, answer, isAnswer ? status : P.ANSWER_NEEDS_HOST, isAnswer ? <u32>load<i64>(scratch + L.SCRATCH_STEPS) : 0);
  return <i64>load<u32>(node + P.PASS_NODE_DEVICE_COUNT) + MOST_WORK - load<i64>(scratch + L.SCRATCH_WORK);
}

/** The most devices of a node whose bits fit into a word. */
const WORD: u32 = 64;

/**
 * Serves every plain request with the first free devices. Returns false if that fails or the problem is not plain. A search
 * would do the same until it backtracks. If its first request finds no device, it fails after one step.
 */
function takeFirst(base: usize, node: usize, answer: usize): bool {
  const requests = load<u32>(base + P.PASS_PLAIN_COUNT);
  if (requests == 0 || load<u32>(node + P.PASS_NODE_DEVICE_COUNT) > WORD) return false;
  const runs = <usize>load<u32>(base + P.PASS_RUNS) + <usize>load<u32>(node + P.PASS_NODE_FIRST_RUN) * P.PASS_RUN_SIZE;
  const end = runs + <usize>load<u32>(node + P.PASS_NODE_RUN_COUNT) * P.PASS_RUN_SIZE;
  let free = ~wordOf(<usize>load<u32>(base + P.PASS_OCCUPIED), runs, end);
  let request = <usize>load<u32>(base + P.PASS_PLAIN_REQUESTS);
  let to = answer + P.ANSWER_SELECTIONS;
  let selections: u32 = 0;
  for (let slot: u32 = 0; slot < requests; slot++, request += P.PLAIN_REQUEST_SIZE) {
    let bits = wordOf(<usize>load<u32>(request + P.PLAIN_REQUEST_CANDIDATES), runs, end) & free;
    if (bits == 0 && slot == 0) {
      store<u32>(answer + P.ANSWER_SELECTION_COUNT, 0);
      setStatus(base, answer, L.STATUS_FAILED, 1);
      return true;
    }
    for (let left = load<u32>(request + P.PLAIN_REQUEST_COUNT); left > 0; left--, selections++, to += P.SELECTION_SIZE) {
      if (bits == 0) return false;
      const place = <u32>ctz(bits);
      bits &= bits - 1;
      free &= ~((<u64>1) << (<u64>place));
      store<u32>(to + P.SELECTION_SLOT, slot);
      store<u32>(to + P.SELECTION_DEVICE, deviceAt(runs, place));
    }
  }
  store<u32>(answer + P.ANSWER_SELECTION_COUNT, selections);
  setStatus(base, answer, L.STATUS_FOUND, load<u32>(base + P.PASS_PLAIN_FOUND_STEPS));
  return true;
}

/** Returns the bits of the runs, which fit into one word. */
function wordOf(set: usize, runs: usize, end: usize): u64 {
  let word: u64 = 0;
  let at: u64 = 0;
  for (let run = runs; run < end; run += P.PASS_RUN_SIZE) {
    const first = load<u32>(run + P.PASS_RUN_FIRST);
    const count = <u64>load<u32>(run + P.PASS_RUN_COUNT);
    const address = set + ((<usize>first >> 6) << 3);
    const shift = <u64>first & 63;
    let bits = load<u64>(address) >> shift;
    // Pieces of memory have a margin, so the next word exists.
    if (shift + count > 64) bits |= load<u64>(address + 8) << (64 - shift);
    if (count < 64) bits &= ((<u64>1) << count) - 1;
    word |= bits << at;
    at += count;
  }
  return word;
}

/** Writes the status and steps of an answer, and counts changes of the status. */
function setStatus(base: usize, answer: usize, status: u32, steps: u32): void {
  const before = load<u32>(answer + P.ANSWER_STATUS) & P.ANSWER_STATUS_MASK;
  store<u32>(answer + P.ANSWER_STATUS, status | (steps << P.ANSWER_STATUS_BITS));
  if (before == status) return;
  store<u32>(base + P.PASS_CHANGED, load<u32>(base + P.PASS_CHANGED) + 1);
  if (before != P.ANSWER_NEEDS_HOST && status != P.ANSWER_NEEDS_HOST) return;
  store<u32>(base + P.PASS_CHANGED_FOR_HOST, load<u32>(base + P.PASS_CHANGED_FOR_HOST) + 1);
}

/** Resets the scratch for a new search. Requires: the changes of the last search are undone. */
function begin(base: usize, scratch: usize): void {
  store<i64>(scratch + L.SCRATCH_WORK, MOST_WORK);
  store<u32>(scratch + L.SCRATCH_MODE, L.MODE_REQUEST);
  store<i64>(scratch + L.SCRATCH_STEPS, 0);
  store<u32>(scratch + L.SCRATCH_DEPTH, 0);
  store<u32>(scratch + L.SCRATCH_CLAIM, 0);
  store<u32>(scratch + L.SCRATCH_REQUEST, 0);
  store<u32>(scratch + L.SCRATCH_RESULT, 0);
  store<u32>(scratch + L.SCRATCH_FAILED, 1);
  store<u32>(scratch + L.SCRATCH_ESCALATE_AT, load<u32>(base + P.PASS_PLAIN_STEPS));
}

/** Gathers the data of a node. Returns false if only the host can search it. */
function gather(base: usize, node: usize, problem: usize, scratch: usize): bool {
  const deviceCount = load<u32>(node + P.PASS_NODE_DEVICE_COUNT);
  const words = max<u32>(1, (deviceCount + 63) >> 6);
  store<u32>(problem + L.HEADER_DEVICE_COUNT, deviceCount);
  store<u32>(problem + L.HEADER_DEVICE_WORDS, words);
  const runs = <usize>load<u32>(base + P.PASS_RUNS) + <usize>load<u32>(node + P.PASS_NODE_FIRST_RUN) * P.PASS_RUN_SIZE;
  const end = runs + <usize>load<u32>(node + P.PASS_NODE_RUN_COUNT) * P.PASS_RUN_SIZE;
  const busy = scratch + <usize>load<u32>(problem + L.HEADER_BUSY_LOCATION);
  gatherBits(<usize>load<u32>(base + P.PASS_OCCUPIED), busy, words, runs, end);
  let table = <usize>load<u32>(base + P.PASS_TABLES);
  for (let left = load<u32>(base + P.PASS_TABLE_COUNT); left > 0; left--, table += P.PASS_TABLE_SIZE) {
    gatherBits(<usize>load<u32>(table + P.PASS_TABLE_CANDIDATES), <usize>load<u32>(table + P.PASS_TABLE_TO_CANDIDATES), words, runs, end);
    const stages = <usize>load<u32>(table + P.PASS_TABLE_STAGES);
    if (stages == 0) continue;
    if ((load<u32>(node + P.PASS_NODE_FLAGS) & P.PASS_NODE_PARTIAL) != 0) return false;
    gatherBytes(stages, <usize>load<u32>(table + P.PASS_TABLE_TO_STAGES), runs, end);
  }
  const columns = <usize>load<u32>(base + P.PASS_COLUMNS);
  const columnCount = load<u32>(base + P.PASS_COLUMN_COUNT);
  for (let index: u32 = 0; index < columnCount; index++) {
    const column = columns + <usize>index * P.PASS_COLUMN_SIZE;
    store<u32>(column + P.PASS_COLUMN_WORDS, words);
    const hasLists = load<u32>(column + P.PASS_COLUMN_LISTS) != 0;
    gatherValues(column, runs, end);
    if (hasLists ? !makeSets(column, deviceCount) : !makeEntries(column, deviceCount)) return false;
  }
  const constraints = problem + <usize>load<u32>(problem + L.HEADER_CONSTRAINTS_LOCATION);
  const constraintCount = load<u32>(problem + L.HEADER_CONSTRAINT_COUNT);
  const columnOf = <usize>load<u32>(base + P.PASS_CONSTRAINT_COLUMNS);
  for (let index: usize = 0; index < <usize>constraintCount; index++) {
    const number = load<u32>(columnOf + (index << 2));
    if (number == P.NO_COLUMN) continue;
    const column = columns + <usize>number * P.PASS_COLUMN_SIZE;
    store<u32>(constraints + index * L.CONSTRAINT_SIZE + L.CONSTRAINT_VALUE_WORDS, load<u32>(column + P.PASS_COLUMN_WORDS));
  }
  return true;
}

/** Copies the bits of the runs, one after the other. */
function gatherBits(from: usize, to: usize, words: u32, runs: usize, end: usize): void {
  clearSet(to, words);
  let at: u32 = 0;
  for (let run = runs; run < end; run += P.PASS_RUN_SIZE) {
    let bit = load<u32>(run + P.PASS_RUN_FIRST);
    for (let left = load<u32>(run + P.PASS_RUN_COUNT); left > 0; ) {
      // A piece has the bits that lie in one word of the source and fit into one word of the target.
      const size = min<u32>(left, min<u32>(64 - (bit & 63), 64 - (at & 63)));
      const bits = (load<u64>(from + ((<usize>bit >> 6) << 3)) >> (<u64>bit & 63)) & (~(<u64>0) >> (64 - <u64>size));
      const target = to + ((<usize>at >> 6) << 3);
      store<u64>(target, load<u64>(target) | (bits << (<u64>at & 63)));
      bit += size;
      at += size;
      left -= size;
    }
  }
}

/** Copies the values of an attribute to the place of its entries. */
function gatherValues(column: usize, runs: usize, end: usize): void {
  const values = <usize>load<u32>(column + P.PASS_COLUMN_VALUES);
  let to = <usize>load<u32>(column + P.PASS_COLUMN_TO_ENTRIES);
  for (let run = runs; run < end; run += P.PASS_RUN_SIZE) {
    let from = values + ((<usize>load<u32>(run + P.PASS_RUN_FIRST)) << 2);
    for (let left = load<u32>(run + P.PASS_RUN_COUNT); left > 0; left--, from += 4, to += 4) store<u32>(to, load<u32>(from));
  }
}

function gatherBytes(from: usize, to: usize, runs: usize, end: usize): void {
  for (let run = runs; run < end; run += P.PASS_RUN_SIZE) {
    const count = <usize>load<u32>(run + P.PASS_RUN_COUNT);
    memory.copy(to, from + <usize>load<u32>(run + P.PASS_RUN_FIRST), count);
    to += count;
  }
}

/**
 * Replaces the values of an attribute without lists with entries: each value is numbered by the first device of the node that
 * has it. `firsts` has that device. It is valid only if the device is an earlier one with the same value, so it need not be
 * cleared between nodes.
 */
function makeEntries(column: usize, deviceCount: u32): bool {
  const firsts = <usize>load<u32>(column + P.PASS_COLUMN_FIRSTS);
  const entries = <usize>load<u32>(column + P.PASS_COLUMN_TO_ENTRIES);
  const local = <usize>load<u32>(column + P.PASS_COLUMN_LOCAL);
  for (let device: u32 = 0; device < deviceCount; device++) {
    const entry = entries + ((<usize>device) << 2);
    const value = load<u32>(entry);
    store<u32>(local + ((<usize>device) << 2), value);
    if (value == P.VALUE_OTHER) return false;
    if (value == P.VALUE_MISSING) {
      store<u32>(entry, L.ENTRY_MISSING);
      continue;
    }
    const first = firsts + ((<usize>value) << 2);
    let number = load<u32>(first);
    if (number >= device || load<u32>(local + ((<usize>number) << 2)) != value) {
      number = device;
      store<u32>(first, number);
    }
    store<u32>(entry, number | L.ENTRY_SINGLE);
  }
  return true;
}

/**
 * Makes the entries of an attribute with lists. Only values that two devices of the node have are numbered, because other
 * values can neither match nor conflict.
 */
function makeSets(column: usize, deviceCount: u32): bool {
  const bits = numberValues(column, deviceCount);
  if (bits < 0) return false;
  const words = max<u32>(1, (<u32>bits + 63) >> 6);
  store<u32>(column + P.PASS_COLUMN_WORDS, words);
  const sets = <usize>load<u32>(column + P.PASS_COLUMN_TO_SETS);
  clearSet(sets, words * (deviceCount + 1));
  let entry = <usize>load<u32>(column + P.PASS_COLUMN_TO_ENTRIES);
  for (let device: u32 = 0; device < deviceCount; device++, entry += 4) {
    const value = load<u32>(entry);
    if (value == P.VALUE_MISSING) store<u32>(entry, L.ENTRY_MISSING);
    else if ((value & P.VALUE_LIST_BIT) == 0) {
      const bit = bitOf(column, value);
      store<u32>(entry, bit == 0 ? deviceCount : (bit - 1) | L.ENTRY_SINGLE);
    } else {
      const set = sets + ((<usize>(device * words)) << 3);
      let item = itemsOf(column, entry);
      for (let left = countOf(item, value); left > 0; left--, item += 4) {
        const bit = bitOf(column, load<u32>(item));
        if (bit != 0) addBit(set, bit - 1);
      }
      store<u32>(entry, device);
    }
  }
  return true;
}

/** Numbers the values that two devices of the node have. Returns their number; -1 if the node is left to the host. */
function numberValues(column: usize, deviceCount: u32): i32 {
  const most = load<u32>(column + P.PASS_COLUMN_MOST_VALUES);
  let entry = <usize>load<u32>(column + P.PASS_COLUMN_TO_ENTRIES);
  let seen: u32 = 0;
  let bits: u32 = 0;
  for (let device: u32 = 0; device < deviceCount; device++, entry += 4) {
    const value = load<u32>(entry);
    if (value == P.VALUE_OTHER) return -1;
    if (value == P.VALUE_MISSING) continue;
    let item = itemsOf(column, entry);
    const count = countOf(item, value);
    if (seen + count > most) return -1;
    for (let left = count; left > 0; left--, item += 4) {
      const local = localOf(column, load<u32>(item), seen);
      if (local == 0) see(column, load<u32>(item), seen++, device);
      else if (load<u32>(local + P.LOCAL_BIT) == 0 && load<u32>(local + P.LOCAL_HOLDER) != device) store<u32>(local + P.LOCAL_BIT, ++bits);
    }
  }
  return <i32>bits;
}

/** Returns the address of the values of a device: the items of its list, or the single value at `entry`. */
function itemsOf(column: usize, entry: usize): usize {
  const value = load<u32>(entry);
  if ((value & P.VALUE_LIST_BIT) == 0) return entry;
  return <usize>load<u32>(column + P.PASS_COLUMN_LISTS) + ((<usize>(value & ~P.VALUE_LIST_BIT)) << 2) + L.LIST_ITEMS;
}

/** Returns the number of values that begin at `items`. */
function countOf(items: usize, value: u32): u32 {
  return (value & P.VALUE_LIST_BIT) == 0 ? 1 : load<u32>(items - L.LIST_ITEMS + L.LIST_COUNT);
}

/**
 * Returns the record of a value in this node, or 0 if it is new. `firsts` has the place of the record. The place is valid only
 * if it is in use and has the same value.
 */
function localOf(column: usize, value: u32, seen: u32): usize {
  const place = load<u32>(<usize>load<u32>(column + P.PASS_COLUMN_FIRSTS) + ((<usize>value) << 2));
  if (place >= seen) return 0;
  const local = <usize>load<u32>(column + P.PASS_COLUMN_LOCAL) + <usize>place * P.LOCAL_SIZE;
  return load<u32>(local + P.LOCAL_VALUE) == value ? local : 0;
}

function see(column: usize, value: u32, place: u32, device: u32): void {
  store<u32>(<usize>load<u32>(column + P.PASS_COLUMN_FIRSTS) + ((<usize>value) << 2), place);
  const local = <usize>load<u32>(column + P.PASS_COLUMN_LOCAL) + <usize>place * P.LOCAL_SIZE;
  store<u32>(local + P.LOCAL_VALUE, value);
  store<u32>(local + P.LOCAL_HOLDER, device);
  store<u32>(local + P.LOCAL_BIT, 0);
}

/** Returns the number of a value in this node, plus 1; 0 if it has none. */
function bitOf(column: usize, value: u32): u32 {
  return load<u32>(localOf(column, value, u32.MAX_VALUE) + P.LOCAL_BIT);
}

/** Writes the selections of the completed search, with devices numbered in the cluster. */
function writeSelections(base: usize, node: usize, answer: usize): void {
  const runs = <usize>load<u32>(base + P.PASS_RUNS) + <usize>load<u32>(node + P.PASS_NODE_FIRST_RUN) * P.PASS_RUN_SIZE;
  let to = answer + P.ANSWER_SELECTIONS;
  let count: u32 = 0;
  for (let index: u32 = 0; index < depth; index++) {
    const frame = frameAt(index);
    if (load<u32>(frame + L.FRAME_KIND) != L.FRAME_KIND_SELECTION) continue;
    store<u32>(to + P.SELECTION_SLOT, load<u32>(frame + L.FRAME_SLOT));
    store<u32>(to + P.SELECTION_DEVICE, deviceAt(runs, load<u32>(frame + L.FRAME_DEVICE)));
    to += P.SELECTION_SIZE;
    count++;
  }
  store<u32>(answer + P.ANSWER_SELECTION_COUNT, count);
}

/** Returns the device at a place in the search order of a node. */
function deviceAt(runs: usize, place: u32): u32 {
  let run = runs;
  while (place >= load<u32>(run + P.PASS_RUN_COUNT)) {
    place -= load<u32>(run + P.PASS_RUN_COUNT);
    run += P.PASS_RUN_SIZE;
  }
  return load<u32>(run + P.PASS_RUN_FIRST) + place;
}
