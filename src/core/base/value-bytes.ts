// Estimates the memory of a value, for caches of external values.

import { bytesOfText } from './lru-cache.js';

/** The approximate bytes of an object, list or map, and of each of its fields, items or entries. */
const OBJECT_BYTES = 48;
const FIELD_BYTES = 16;

/**
 * Returns the bytes of a decoded value with everything in it: objects, lists, maps, texts. Shared parts count each time they
 * occur. Counting stops above `most`, since it is slow. Requires: the value is a tree.
 */
export function bytesOfValue(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return bytesOfText(value);
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? FIELD_BYTES : value.toString(16).length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = OBJECT_BYTES;
  if (value instanceof Map) {
    for (const [key, entry] of value) {
      if (bytes > most) break;
      bytes += FIELD_BYTES + bytesOfText(key as string) + bytesOfValue(entry, most - bytes);
    }
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length && bytes <= most; index++) bytes += FIELD_BYTES + bytesOfValue(value[index], most - bytes);
  } else {
    // Names of fields do not count: objects of a kind share them.
    for (const name in value) bytes += FIELD_BYTES + bytesOfValue((value as Readonly<Record<string, unknown>>)[name], most - bytes);
  }
  return bytes;
}
