/** The part of a map, weak or not, that finds and makes entries. */
interface Entries<K, T> {
  get(key: K): T | undefined;
  set(key: K, value: T): unknown;
}

/** The entry of a key in a map, made if there is none. */
export function entryIn<K, T>(map: Entries<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}
