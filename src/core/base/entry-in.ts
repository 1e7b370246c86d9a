// Returns entries of maps and creates missing ones. Each kind of map has a separate function, because a function for several
// kinds is slow for all of them.

import type { LargeMap } from './large-map.js';

/** Returns the entry of a key in a map. Creates it if the map has no such key. */
export function entryIn<K, T>(map: Map<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}

/** Removes an item from the set of a key, and the key with its last item. */
export function dropFrom<K, T>(sets: Map<K, Set<T>>, key: K, item: T): void {
  const set = sets.get(key);
  set?.delete(item);
  if (set?.size === 0) sets.delete(key);
}

/** Returns the entry of a key in a large map. Creates it if the map has no such key. */
export function largeEntryIn<K, T>(map: LargeMap<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}

/** Returns the entry of an object in a weak map. Creates it if the map has no such key. */
export function weakEntryIn<K extends WeakKey, T>(map: WeakMap<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}
