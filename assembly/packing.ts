// A bound: what fits side by side into blocks, such as partitions into cards. Devices of one sort are those that the same requests could have. Of each block
// it is found how many devices of each sort it has room for, in which ways; then whether some ways of all blocks together suffice. Looked at in cases only.
//
// The ways of a block follow from its state, and blocks of one shape have the same: they are kept, so that most of a question is to add up.

import { addSet, clearSet, firstBit, hasBit } from './bitset';
import * as B from './bounds-layout';
import { amountLeft, canDraw, charge, drawOf } from './budget';
import { HASH_FACTOR } from './dead-ends';
import { bounds, boundsField, end, first, spend, words } from './horizon';
import * as L from './layout';
import { rivalsOf, unitsOf } from './matching';
import { header, scratch } from './state';

/** More requests that are not alike, or sorts of devices, are not told apart. */
const MOST_KINDS: u32 = 6;
const MOST_SORTS: u32 = 4;
/** So much may be tried for the ways of one block; where it does not suffice, or there are more ways than there is room, its devices are only counted. */
const MOST_TRIES: i32 = 4096;
/** The highest bit of each byte. */
const HIGH: u32 = 0x80808080;

/** The units of each kind of request. */
const units: usize = memory.data(MOST_KINDS << 2);
/** For each sort the kinds that could have it, as bits, and how many of it can be of use. */
const users: usize = memory.data(MOST_SORTS << 2);
const caps: usize = memory.data(MOST_SORTS << 2);

function ofKind(kind: u32): usize {
  assert(kind < MOST_KINDS, 'kind of request');
  return units + ((<usize>kind) << 2);
}

/** The place where the u32 of a sort lies in one of those. */
function ofSort(base: usize, sort: u32): usize {
  assert(sort < MOST_SORTS, 'sort of device');
  return base + ((<usize>sort) << 2);
}

let kindCount: u32 = 0;
let sortCount: u32 = 0;
let tries: i32 = 0;

/** The sums of ways of some blocks. How many devices of each sort are bytes of one number. */
function sumsAt(): usize {
  return bounds(B.BOUNDS_PACKING_SUMS);
}

/** Those with one block more. */
function nextSumsAt(): usize {
  return sumsAt() + ((<usize>B.PACKING_SUMS) << 2);
}

/** A byte for each sum that there could be: 1 when it is there. */
function isThereAt(): usize {
  return sumsAt() + ((<usize>B.PACKING_SUMS) << 3);
}

/** Whether the blocks have room for all units, as far as can be told. Requires: rivals and units are set, and no device serves several units. */
export function canPackBlocks(): bool {
  const blocks = boundsField(B.BOUNDS_BLOCK_COUNT);
  if (blocks == 0 || !findSorts()) return true;
  const sums = sumsAt();
  let count: u32 = 1;
  store<u32>(sums, countFree());
  for (let index: u32 = 0; index < blocks; index++) {
    const block = scratch + <usize>load<u32>(bounds(B.BOUNDS_BLOCKS) + ((<usize>index) << 2));
    count = addWays(count, waysOf(block));
    if (count == 0) return true;
  }
  for (let at = sums; at < sums + ((<usize>count) << 2); at += 4) if (!spend(1) || suffices(load<u32>(at))) return true;
  return false;
}

/** Finds the sorts of devices. False when there are too many. */
function findSorts(): bool {
  kindCount = 0;
  sortCount = 0;
  const all = bounds(B.BOUNDS_WORK);
  clearSet(all, words);
  for (let request = first; request < end; request++) {
    if (unitsOf(request) == 0) continue;
    if (kindCount == MOST_KINDS) return false;
    store<u32>(ofKind(kindCount), unitsOf(request));
    kindCount++;
    addSet(all, rivalsOf(request), words);
  }
  memory.fill(bounds(B.BOUNDS_CLIQUES), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  for (let device = firstBit(all, words, 0); device >= 0; device = firstBit(all, words, <u32>device + 1)) {
    const sort = sortOf(device);
    if (sort == MOST_SORTS) return false;
    store<u32>(sortAt(device), sort + 1);
  }
  let size: u32 = 1;
  for (let sort: u32 = 0; sort < sortCount; sort++) size *= 1 + load<u32>(ofSort(caps, sort));
  return size <= <u32>B.PACKING_SUMS;
}

/** The number of the sort of a device, MOST_SORTS when there are too many. */
function sortOf(device: u32): u32 {
  let own: u32 = 0;
  let most: u32 = 0;
  let kind: u32 = 0;
  for (let request = first; request < end; request++) {
    if (unitsOf(request) == 0) continue;
    if (hasBit(rivalsOf(request), device)) {
      own |= 1 << kind;
      most += unitsOf(request);
    }
    kind++;
  }
  for (let sort: u32 = 0; sort < sortCount; sort++) if (load<u32>(ofSort(users, sort)) == own) return sort;
  if (sortCount == MOST_SORTS) return MOST_SORTS;
  store<u32>(ofSort(users, sortCount), own);
  store<u32>(ofSort(caps, sortCount), min<u32>(most, 127));
  sortCount++;
  return sortCount - 1;
}

/** The devices that are in no block. */
function countFree(): u32 {
  const inBlocks = bounds(B.BOUNDS_IN_BLOCKS);
  const count = header(L.HEADER_DEVICE_COUNT);
  let free: u32 = 0;
  for (let device: u32 = 0; device < count; device++) if (!hasBit(inBlocks, device)) free = add(free, oneOf(device));
  return free;
}

/** Where the sort of a device is, from 1 on; 0: nobody could have it. */
function sortAt(device: u32): usize {
  return bounds(B.BOUNDS_CLIQUES) + ((<usize>device) << 2);
}

/** A device as a number of devices of its sort. */
function oneOf(device: u32): u32 {
  const sort = load<u32>(sortAt(device));
  return sort == 0 ? 0 : 1 << ((sort - 1) << 3);
}

/** Adds numbers of devices, each up to what is of use. */
function add(left: u32, right: u32): u32 {
  let sum: u32 = 0;
  for (let sort: u32 = 0; sort < sortCount; sort++) {
    const shift = sort << 3;
    sum |= min(((left >> shift) & 127) + ((right >> shift) & 127), load<u32>(ofSort(caps, sort))) << shift;
  }
  return sum;
}

/** Adds each way of a block to each sum. Returns how many sums there are then, 0 when the question would cost too much. */
function addWays(count: u32, ways: usize): u32 {
  const end = ways + L.LIST_ITEMS + ((<usize>load<u32>(ways + L.LIST_COUNT)) << 2);
  if (!spend(<i32>((count * load<u32>(ways + L.LIST_COUNT)) >> 2) + 16)) return 0;
  const sums = sumsAt();
  const nextSums = nextSumsAt();
  const isThere = isThereAt();
  memory.fill(isThere, 0, B.PACKING_SUMS);
  let length: u32 = 0;
  for (let at = sums; at < sums + ((<usize>count) << 2); at += 4) {
    for (let way = ways + L.LIST_ITEMS; way < end; way += 4) {
      const sum = add(load<u32>(at), load<u32>(way));
      let place: usize = 0;
      for (let sort: u32 = 0; sort < sortCount; sort++) {
        place = place * <usize>(load<u32>(ofSort(caps, sort)) + 1) + <usize>((sum >> (sort << 3)) & 127);
      }
      if (load<u8>(isThere + place) != 0) continue;
      store<u8>(isThere + place, 1);
      store<u32>(nextSums + ((<usize>length) << 2), sum);
      length++;
    }
  }
  memory.copy(sums, nextSums, (<usize>length) << 2);
  return length;
}

/** Whether so many devices can serve all units: by Hall's theorem, whether any requests have enough devices that one of them could have. */
function suffices(sum: u32): bool {
  for (let some: u32 = 1; some < (<u32>1) << kindCount; some++) {
    let needed: u32 = 0;
    for (let kind: u32 = 0; kind < kindCount; kind++) if ((some & (1 << kind)) != 0) needed += load<u32>(ofKind(kind));
    let have: u32 = 0;
    for (let sort: u32 = 0; sort < sortCount; sort++) {
      if ((load<u32>(ofSort(users, sort)) & some) != 0) have += (sum >> (sort << 3)) & 127;
    }
    if (have < min<u32>(needed, 127)) return false;
  }
  return true;
}

/** The ways of a block: their number, then each. They are kept with the state that they follow from. */
function waysOf(block: usize): usize {
  const size = <usize>boundsField(B.BOUNDS_PACKING_KEY);
  const key = bounds(B.BOUNDS_PACKINGS);
  const devices = block + B.BLOCK_MEMBERS;
  const budgets = devices + ((<usize>load<u32>(block + B.BLOCK_DEVICES)) << 2);
  memory.fill(key, 0, size);
  store<u32>(key + B.PACKING_KEY_SHAPE, load<u32>(block + B.BLOCK_SHAPE));
  let all: u32 = 0;
  for (let at = devices; at < budgets; at += 4) {
    const device = load<u32>(at);
    // Another block of the ledger may be in deficit.
    if (!canDraw(device)) continue;
    store<u8>(key + B.PACKING_KEY_SORTS + ((at - devices) >> 2), <u8>load<u32>(sortAt(device)));
    all += oneOf(device);
  }
  const count = <usize>load<u32>(block + B.BLOCK_BUDGETS);
  for (let index: usize = 0; index < count; index++) {
    store<i64>(key + B.PACKING_KEY_BUDGETS + (index << 3), amountLeft(load<u32>(budgets + (index << 2))));
  }
  const entry = key + size + <usize>placeOf(key, size) * (size + B.PACKING_WAYS_SIZE);
  const ways = entry + size;
  if (memory.compare(entry, key, size) == 0) return ways;
  memory.copy(entry, key, size);
  store<u32>(ways + L.LIST_COUNT, 0);
  tries = MOST_TRIES;
  if (!explore(devices, budgets, ways, 0, all)) {
    store<u32>(ways + L.LIST_COUNT, 1);
    store<u32>(ways + L.LIST_ITEMS, all);
  }
  spend(MOST_TRIES - tries);
  return ways;
}

function placeOf(key: usize, size: usize): u32 {
  let hash: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) hash = (hash ^ load<u64>(key + at)) * HASH_FACTOR;
  return <u32>(hash >> 48) & (B.PACKING_COUNT - 1);
}

/** Finds the ways that have some devices, and some of those from `at` on, of which `rest` are left. False when it would cost too much. */
function explore(from: usize, end: usize, ways: usize, has: u32, rest: u32): bool {
  if (--tries < 0) return false;
  let at = from;
  while (at < end && (oneOf(load<u32>(at)) == 0 || !canDraw(load<u32>(at)))) {
    rest -= oneOf(load<u32>(at));
    at += 4;
  }
  if (isKnown(ways, has + rest)) return true;
  if (at >= end) return keepWay(ways, has);
  const device = load<u32>(at);
  const one = oneOf(device);
  charge(drawOf(device), 1);
  const isDone = explore(at + 4, end, ways, has + one, rest - one);
  charge(drawOf(device), -1);
  return isDone && explore(at + 4, end, ways, has, rest - one);
}

/** Whether some way has as many devices of each sort. */
function isKnown(ways: usize, has: u32): bool {
  const end = ways + L.LIST_ITEMS + ((<usize>load<u32>(ways + L.LIST_COUNT)) << 2);
  for (let at = ways + L.LIST_ITEMS; at < end; at += 4) if ((((load<u32>(at) | HIGH) - has) & HIGH) == HIGH) return true;
  return false;
}

function keepWay(ways: usize, has: u32): bool {
  const count = load<u32>(ways + L.LIST_COUNT);
  if (count == B.PACKING_WAYS) return false;
  store<u32>(ways + L.LIST_ITEMS + ((<usize>count) << 2), has);
  store<u32>(ways + L.LIST_COUNT, count + 1);
  return true;
}
