// Checks a bound while probing: the devices that fit together into partition groups, such as partitions of cards. Devices of an item type can serve the same
// requests. Each group has packing patterns: the numbers of devices of each type that fit at once (Gilmore and Gomory 1961). Dynamic programming over the
// groups (Bellman 1957) finds whether patterns suffice.

import { addSet, clearSet, firstBit, hasBit } from './bitset';
import * as B from './bounds-layout';
import { amountLeft, canDraw, charge, drawOf } from './budget';
import * as L from './layout';
import { bounds, boundsField, end, first, spend, words } from './lookahead';
import { neighborsOf, unitsOf } from './matching';
import { HASH_FACTOR } from './nogoods';
import { header, scratch } from './state';

/** The bound is off with more requests that differ, or more item types. */
const MOST_KINDS: u32 = 6;
const MOST_ITEM_TYPES: u32 = 4;
/**
 * The most search nodes for the patterns of one group. If these nodes or the space for patterns are not sufficient, the bound
 * counts the devices of the group instead. 512 is sufficient, 64 is not (bench/results/solver-constants.md).
 */
const MOST_TRIES: i32 = 4096;
/** The highest bit of each byte. */
const HIGH: u32 = 0x80808080;

/** The number of units of each kind of request. */
const units: usize = memory.data(MOST_KINDS << 2);
/** For each item type, the kinds that can use it, as bits, and the most devices that can be used. */
const users: usize = memory.data(MOST_ITEM_TYPES << 2);
const caps: usize = memory.data(MOST_ITEM_TYPES << 2);

function kindEntry(kind: u32): usize {
  assert(kind < MOST_KINDS, 'kind of request');
  return units + ((<usize>kind) << 2);
}

/** Returns the address of the u32 of an item type in `users` or `caps`. */
function itemTypeEntry(base: usize, itemType: u32): usize {
  assert(itemType < MOST_ITEM_TYPES, 'itemType of device');
  return base + ((<usize>itemType) << 2);
}

let kindCount: u32 = 0;
let itemTypeCount: u32 = 0;
let tries: i32 = 0;

/** Returns the address of the sums of patterns over some groups. A sum has the number of devices of each item type in one byte. */
function sumsAt(): usize {
  return bounds(B.BOUNDS_PACKING_SUMS);
}

/** Returns the address of the sums with the next group. */
function nextSumsAt(): usize {
  return sumsAt() + ((<usize>B.PACKING_SUMS) << 2);
}

/** Returns the address of a byte for each possible sum: 1 if it is in the list. */
function isThereAt(): usize {
  return sumsAt() + ((<usize>B.PACKING_SUMS) << 3);
}

/**
 * Returns whether the groups have space for all units; also true if the check gives up. Requires: neighbors and units are set, and no device serves several
 * units.
 */
export function canPackPartitions(): bool {
  const groups = boundsField(B.BOUNDS_PARTITION_GROUP_COUNT);
  if (groups == 0 || !findItemTypes()) return true;
  const sums = sumsAt();
  let count: u32 = 1;
  store<u32>(sums, countFree());
  for (let index: u32 = 0; index < groups; index++) {
    const group = scratch + <usize>load<u32>(bounds(B.BOUNDS_PARTITION_GROUPS) + ((<usize>index) << 2));
    count = addPatterns(count, patternsOf(group));
    if (count == 0) return true;
  }
  for (let at = sums; at < sums + ((<usize>count) << 2); at += 4) if (!spend(1) || suffices(load<u32>(at))) return true;
  return false;
}

/** Finds the item types. Returns false if there are too many. */
function findItemTypes(): bool {
  kindCount = 0;
  itemTypeCount = 0;
  const all = bounds(B.BOUNDS_WORK);
  clearSet(all, words);
  for (let request = first; request < end; request++) {
    if (unitsOf(request) == 0) continue;
    if (kindCount == MOST_KINDS) return false;
    store<u32>(kindEntry(kindCount), unitsOf(request));
    kindCount++;
    addSet(all, neighborsOf(request), words);
  }
  memory.fill(bounds(B.BOUNDS_CLIQUES), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  for (let device = firstBit(all, words, 0); device >= 0; device = firstBit(all, words, <u32>device + 1)) {
    const itemType = itemTypeOf(device);
    if (itemType == MOST_ITEM_TYPES) return false;
    store<u32>(itemTypeAt(device), itemType + 1);
  }
  let size: u32 = 1;
  for (let itemType: u32 = 0; itemType < itemTypeCount; itemType++) size *= 1 + load<u32>(itemTypeEntry(caps, itemType));
  return size <= <u32>B.PACKING_SUMS;
}

/** Returns the number of the item type of a device; MOST_ITEM_TYPES if there are too many. */
function itemTypeOf(device: u32): u32 {
  let kinds: u32 = 0;
  let most: u32 = 0;
  let kind: u32 = 0;
  for (let request = first; request < end; request++) {
    if (unitsOf(request) == 0) continue;
    if (hasBit(neighborsOf(request), device)) {
      kinds |= 1 << kind;
      most += unitsOf(request);
    }
    kind++;
  }
  for (let itemType: u32 = 0; itemType < itemTypeCount; itemType++) if (load<u32>(itemTypeEntry(users, itemType)) == kinds) return itemType;
  if (itemTypeCount == MOST_ITEM_TYPES) return MOST_ITEM_TYPES;
  store<u32>(itemTypeEntry(users, itemTypeCount), kinds);
  store<u32>(itemTypeEntry(caps, itemTypeCount), min<u32>(most, 127));
  itemTypeCount++;
  return itemTypeCount - 1;
}

/** Returns the number of devices that are in no group, by item type. */
function countFree(): u32 {
  const groupedDevices = bounds(B.BOUNDS_GROUPED_DEVICES);
  const count = header(L.HEADER_DEVICE_COUNT);
  let free: u32 = 0;
  for (let device: u32 = 0; device < count; device++) if (!hasBit(groupedDevices, device)) free = add(free, oneOf(device));
  return free;
}

/** Returns the address of the item type of a device, counted from 1. 0: no request can use it. */
function itemTypeAt(device: u32): usize {
  return bounds(B.BOUNDS_CLIQUES) + ((<usize>device) << 2);
}

/** Returns one device as a number of devices by item type. */
function oneOf(device: u32): u32 {
  const itemType = load<u32>(itemTypeAt(device));
  return itemType == 0 ? 0 : 1 << ((itemType - 1) << 3);
}

/** Adds numbers of devices, each capped at the number that can be used. */
function add(left: u32, right: u32): u32 {
  let sum: u32 = 0;
  for (let itemType: u32 = 0; itemType < itemTypeCount; itemType++) {
    const shift = itemType << 3;
    sum |= min(((left >> shift) & 127) + ((right >> shift) & 127), load<u32>(itemTypeEntry(caps, itemType))) << shift;
  }
  return sum;
}

/** Adds each pattern of a group to each sum. Returns the number of sums, or 0 if the check would cost too much. */
function addPatterns(count: u32, patterns: usize): u32 {
  const end = patterns + L.LIST_ITEMS + ((<usize>load<u32>(patterns + L.LIST_COUNT)) << 2);
  if (!spend(<i32>((count * load<u32>(patterns + L.LIST_COUNT)) >> 2) + 16)) return 0;
  const sums = sumsAt();
  const nextSums = nextSumsAt();
  const isThere = isThereAt();
  memory.fill(isThere, 0, B.PACKING_SUMS);
  let length: u32 = 0;
  for (let at = sums; at < sums + ((<usize>count) << 2); at += 4) {
    for (let pattern = patterns + L.LIST_ITEMS; pattern < end; pattern += 4) {
      const sum = add(load<u32>(at), load<u32>(pattern));
      let place: usize = 0;
      for (let itemType: u32 = 0; itemType < itemTypeCount; itemType++) {
        place = place * <usize>(load<u32>(itemTypeEntry(caps, itemType)) + 1) + <usize>((sum >> (itemType << 3)) & 127);
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

/**
 * Returns whether some numbers of devices can serve all units, by Hall's theorem: each subset of requests has enough devices that one of its requests can use.
 */
function suffices(sum: u32): bool {
  for (let some: u32 = 1; some < (<u32>1) << kindCount; some++) {
    let needed: u32 = 0;
    for (let kind: u32 = 0; kind < kindCount; kind++) if ((some & (1 << kind)) != 0) needed += load<u32>(kindEntry(kind));
    let have: u32 = 0;
    for (let itemType: u32 = 0; itemType < itemTypeCount; itemType++) {
      if ((load<u32>(itemTypeEntry(users, itemType)) & some) != 0) have += (sum >> (itemType << 3)) & 127;
    }
    if (have < min<u32>(needed, 127)) return false;
  }
  return true;
}

/** Returns the patterns of a group: their number, then each. They are cached by the state of the group, which groups of one signature share. */
function patternsOf(group: usize): usize {
  const size = <usize>boundsField(B.BOUNDS_PACKING_KEY);
  const key = bounds(B.BOUNDS_PACKINGS);
  const devices = group + B.PARTITION_GROUP_MEMBERS;
  const budgets = devices + ((<usize>load<u32>(group + B.PARTITION_GROUP_DEVICES)) << 2);
  memory.fill(key, 0, size);
  store<u32>(key + B.PACKING_KEY_SIGNATURE, load<u32>(group + B.PARTITION_GROUP_SIGNATURE));
  let all: u32 = 0;
  for (let at = devices; at < budgets; at += 4) {
    const device = load<u32>(at);
    // Another group of the ledger may have a budget below zero.
    if (!canDraw(device)) continue;
    store<u8>(key + B.PACKING_KEY_TYPES + ((at - devices) >> 2), <u8>load<u32>(itemTypeAt(device)));
    all += oneOf(device);
  }
  const count = <usize>load<u32>(group + B.PARTITION_GROUP_BUDGETS);
  for (let index: usize = 0; index < count; index++) {
    store<i64>(key + B.PACKING_KEY_BUDGETS + (index << 3), amountLeft(load<u32>(budgets + (index << 2))));
  }
  const entry = key + size + <usize>placeOf(key, size) * (size + B.PACKING_PATTERNS_SIZE);
  const patterns = entry + size;
  if (memory.compare(entry, key, size) == 0) return patterns;
  memory.copy(entry, key, size);
  store<u32>(patterns + L.LIST_COUNT, 0);
  tries = MOST_TRIES;
  if (!explore(devices, budgets, patterns, 0, all)) {
    store<u32>(patterns + L.LIST_COUNT, 1);
    store<u32>(patterns + L.LIST_ITEMS, all);
  }
  spend(MOST_TRIES - tries);
  return patterns;
}

function placeOf(key: usize, size: usize): u32 {
  let hash: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) hash = (hash ^ load<u64>(key + at)) * HASH_FACTOR;
  return <u32>(hash >> 48) & (B.PACKING_COUNT - 1);
}

/** Finds the patterns with the devices in `has` and any of the `rest` devices from `from` on. Returns false if it would cost too much. */
function explore(from: usize, end: usize, patterns: usize, has: u32, rest: u32): bool {
  if (--tries < 0) return false;
  let at = from;
  while (at < end && (oneOf(load<u32>(at)) == 0 || !canDraw(load<u32>(at)))) {
    rest -= oneOf(load<u32>(at));
    at += 4;
  }
  if (isDominated(patterns, has + rest)) return true;
  if (at >= end) return keepPattern(patterns, has);
  const device = load<u32>(at);
  const one = oneOf(device);
  charge(drawOf(device), 1);
  const isDone = explore(at + 4, end, patterns, has + one, rest - one);
  charge(drawOf(device), -1);
  return isDone && explore(at + 4, end, patterns, has, rest - one);
}

/** Returns whether some pattern has at least as many devices of each item type. */
function isDominated(patterns: usize, has: u32): bool {
  const end = patterns + L.LIST_ITEMS + ((<usize>load<u32>(patterns + L.LIST_COUNT)) << 2);
  for (let at = patterns + L.LIST_ITEMS; at < end; at += 4) if ((((load<u32>(at) | HIGH) - has) & HIGH) == HIGH) return true;
  return false;
}

function keepPattern(patterns: usize, has: u32): bool {
  const count = load<u32>(patterns + L.LIST_COUNT);
  if (count == B.PACKING_PATTERNS) return false;
  store<u32>(patterns + L.LIST_ITEMS + ((<usize>count) << 2), has);
  store<u32>(patterns + L.LIST_COUNT, count + 1);
  return true;
}
