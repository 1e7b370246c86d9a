// Objects of JSON texts that came before. Who asks again and again sends most of the objects again, and comparing two texts takes a small part of the time that reading one takes.

import { checkAmount, checkFields, optional } from '../base/arguments.js';
import { deepFreeze } from '../base/immutable-json.js';
import type { JsonObject } from '../base/json.js';
import { moveToFront } from '../base/lists.js';
import { bytesOfText, LruCache } from '../base/lru-cache.js';
import { ownText } from '../base/own-text.js';
import { bytesOfValue } from '../base/value-bytes.js';

/** Objects are looked up by so many characters of their texts, from the beginning on: kind, version and, as kubectl writes them, their names. */
const KEY_LENGTH = 256;
/** Objects of the same beginning that are stored: an object that changes leaves its former texts behind. */
const MOST_ALIKE = 4;
/** Shorter ones are read in no time. */
const LEAST_LENGTH = 48;
/** Bytes for each byte of a value: what is made of it, such as the decoded object, stays as long as it does. */
const DERIVED = 4;
const DEFAULT_BYTES = 32 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Reads a text that is one object. */
type Read = (text: string) => JsonObject;

/** An object that came before. */
export interface KnownObject {
  /** The text of the object, from brace to brace. */
  readonly text: string;
  /** Frozen, with all that is in it. */
  readonly value: JsonObject;
  /** The number of values in it, itself included, and how deep they lie. */
  readonly values: number;
  readonly depth: number;
  readonly bytes: number;
}

/** Objects whose texts begin alike, the one last used first. Without any: one came before, and its text is forgotten. */
type Bucket = KnownObject[];

/**
 * Keeps objects that stand in lists of JSON texts, for {@link readText}: an object whose text came before is the very object again, which takes a small part of the time of
 * reading. It is frozen, with all that is in it, so that an allocator decodes it once, too. An object is stored from the second time on, within bounds in bytes; those
 * that were not used for longest go first. What comes out is equal to what reading gives.
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

  /** `bytes`: what objects take, their texts and what an allocator makes of them included. Default: 32 MiB. */
  constructor(options: { readonly bytes?: number } = {}) {
    checkFields(options, 'new ReadCache(options)', ['bytes']);
    optional(checkAmount)(options.bytes, 'bytes');
    const { bytes = DEFAULT_BYTES } = options;
    this.#buckets = new LruCache({ entries: Number.POSITIVE_INFINITY, bytes, weigh: bytesOf });
  }

  /** Bytes of what is stored, at most. */
  get bytes(): number {
    return this.#buckets.bytes;
  }

  /** @internal Finds the object whose text begins at an offset. The text of an object ends with its last brace: what begins with it begins with that object. */
  find(text: string, offset: number): KnownObject | undefined {
    const known = this.#buckets.get(keyAt(text, offset));
    if (known === undefined) return undefined;
    // A tenth of the time that `startsWith` takes.
    const place = known.findIndex((each) => text.slice(offset, offset + each.text.length) === each.text);
    if (place > 0) moveToFront(known, place);
    return place < 0 ? undefined : known[0];
  }

  /** @internal Takes note of an object that was read; gives the object to go on with when it is stored from now on. `read`: reads its text again, since parts of a text keep all of it in memory. */
  note(text: string, offset: number, end: number, read: Read): JsonObject | undefined {
    if (end - offset < LEAST_LENGTH) return undefined;
    const key = keyAt(text, offset);
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, []);
      return undefined;
    }
    const own = ownText(text.slice(offset, end));
    const value = read(own);
    const bytes = bytesOfText(own) + DERIVED * bytesOfValue(value);
    const known: KnownObject = { text: own, value, bytes, ...deepFreeze(value) };
    this.#buckets.set(key, [known, ...bucket.slice(0, MOST_ALIKE - 1)]);
    return value;
  }
}

function bytesOf(bucket: Bucket): number {
  return bucket.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The beginning of an object, to its end at most: what comes behind it is another matter. */
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
