// Entries that are made when they are requested first. One function for each kind of map: a function that sees several is slow for all of them.

import type { LargeMap } from './large-map.js';

/** The entry of a key in a map, made if there is none. */
export function entryIn<K, T>(map: Map<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}

/** The entry of a key in a large map, made if there is none. */
export function largeEntryIn<K, T>(map: LargeMap<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}

/** The entry of an object in a weak map, made if there is none. */
export function weakEntryIn<K extends WeakKey, T>(map: WeakMap<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}
