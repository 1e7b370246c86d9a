// A cache of objects of earlier JSON texts. A repeated request usually sends the same objects, and comparing two texts costs a small part of reading one.

import { checkAmount, checkFields, optional } from '../base/arguments.js';
import { copyText } from '../base/copy-text.js';
import { deepFreeze } from '../base/immutable-json.js';
import type { JsonObject } from '../base/json.js';
import { moveToFront } from '../base/lists.js';
import { bytesOfText, LruCache } from '../base/lru-cache.js';
import { bytesOfValue } from '../base/value-bytes.js';

/** The number of characters by which objects are looked up, from the start of their text: kind, version and, as kubectl writes them, names. */
const KEY_LENGTH = 256;
/** The most objects with the same beginning, because an object that changes leaves its earlier texts in the cache. */
const MOST_ALIKE = 4;
/** Shorter objects are faster to read than to look up. */
const LEAST_LENGTH = 48;
/** Bytes for each byte of a value. Results that are derived from a value, such as the decoded object, live as long as the value. */
const DERIVED = 4;
const DEFAULT_BYTES = 32 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Reads a text that is one object. */
type Read = (text: string) => JsonObject;

/** A cached object. */
export interface CachedObject {
  /** The text of the object, from brace to brace. */
  readonly text: string;
  /** Deeply frozen. */
  readonly value: JsonObject;
  /** The number of values in it, itself included, and its depth. */
  readonly values: number;
  readonly depth: number;
  readonly bytes: number;
}

/**
 * Objects whose texts begin equally, the last used first. An empty bucket means that one object occurred before and its text
 * was not stored.
 */
type Bucket = CachedObject[];

/**
 * A cache of objects in lists of JSON texts, for {@link readText}. A repeated text returns the same object, at a small part of the cost of
 * reading. The object is deeply frozen, so an allocator also decodes it once.
 * An object is cached from its second occurrence on, within a limit of bytes; the least recently used leave first. Results equal the
 * results of reading.
 * @example
 * ```ts
 * import { ReadCache, readText } from 'dra-allocator/read';
 *
 * const cache = new ReadCache({ bytes: 1_000_000 });
 * const body = '{"objects": [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}}]}';
 * const [first, second, third] = [1, 2, 3].map(() => readText(body, 'body', { cache }).documents[0]?.value as { objects: object[] });
 * console.log(first?.objects[0] === second?.objects[0], second?.objects[0] === third?.objects[0]); // false true
 * ```
 */
export class ReadCache {
  readonly #buckets: LruCache<Bucket>;

  /** `bytes`: the most bytes of objects, including their texts and their decoded forms in an allocator. Default: 32 MiB. */
  constructor(options: { readonly bytes?: number } = {}) {
    checkFields(options, 'new ReadCache(options)', ['bytes']);
    optional(checkAmount)(options.bytes, 'bytes');
    const { bytes = DEFAULT_BYTES } = options;
    this.#buckets = new LruCache({ entries: Number.POSITIVE_INFINITY, bytes, weigh: bytesOf });
  }

  /** The bytes of the cached objects, at most. */
  get bytes(): number {
    return this.#buckets.bytes;
  }

  /**
   * @internal Finds the object whose text begins at an offset. A cached text ends with its last brace. If a text begins with
   *   it, that object is at its beginning.
   */
  find(text: string, offset: number): CachedObject | undefined {
    const bucket = this.#buckets.get(keyAt(text, offset));
    if (bucket === undefined) return undefined;
    // This comparison needs a tenth of the time of `startsWith`.
    const place = bucket.findIndex((each) => text.slice(offset, offset + each.text.length) === each.text);
    if (place > 0) moveToFront(bucket, place);
    return place < 0 ? undefined : bucket[0];
  }

  /**
   * @internal Records an object that was read. Returns the object to use instead if it is cached from now on. `read` reads its
   *   text again, because a part of a text keeps the whole text in memory.
   */
  note(text: string, offset: number, end: number, read: Read): JsonObject | undefined {
    if (end - offset < LEAST_LENGTH) return undefined;
    const key = keyAt(text, offset);
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, []);
      return undefined;
    }
    const objectText = copyText(text.slice(offset, end));
    const value = read(objectText);
    const bytes = bytesOfText(objectText) + DERIVED * bytesOfValue(value);
    const cachedObject: CachedObject = { text: objectText, value, bytes, ...deepFreeze(value) };
    this.#buckets.set(key, [cachedObject, ...bucket.slice(0, MOST_ALIKE - 1)]);
    return value;
  }
}

function bytesOf(bucket: Bucket): number {
  return bucket.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the beginning of an object, never beyond its end. */
function keyAt(text: string, offset: number): string {
  const most = Math.min(text.length, offset + KEY_LENGTH);
  let depth = 0;
  let isInString = false;
  for (let at = offset; at < most; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) isInString = !isInString;
    else if (code === OPEN_BRACE && !isInString) depth++;
    else if (code === CLOSE_BRACE && !isInString && --depth === 0) return text.slice(offset, at + 1);
  }
  return text.slice(offset, most);
}
