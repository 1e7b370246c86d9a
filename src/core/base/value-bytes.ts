// About how much memory a value takes, for what keeps values that come from outside.

import { bytesOfText } from './lru-cache.js';

/** About what an object, a list or a map takes, and each of its fields, items or entries. */
const OBJECT_BYTES = 48;
const FIELD_BYTES = 16;

/**
 * Bytes of a decoded value with all that is in it: objects, lists, maps, texts. What is there twice counts twice. Above `most` it is counted no further,
 * since that takes long. Requires: it is a tree.
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
    // Names of fields are those of a kind: many objects have them together.
    for (const name in value) bytes += FIELD_BYTES + bytesOfValue((value as Readonly<Record<string, unknown>>)[name], most - bytes);
  }
  return bytes;
}
