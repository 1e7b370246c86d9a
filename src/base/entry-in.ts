/** The entry of a key in a map, made if there is none. */
export function entryIn<K, T>(map: Map<K, T>, key: K, make: (key: K) => T): T {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make(key);
    map.set(key, entry);
  }
  return entry;
}
