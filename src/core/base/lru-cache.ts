// A cache of things that are made of texts from outside: within bounds of number and of bytes, since such a text may be of any length.

import { ownText } from './own-text.js';

/** Describes what a cache may hold. */
export interface CacheBounds<T> {
  readonly entries: number;
  /** Bytes of all things with their keys. One that has more by itself is not stored. */
  readonly bytes: number;
  /** Bytes of a thing next to its key, as it is now. */
  readonly weigh: (thing: T) => number;
  /** Keys are texts of their own already (see `ownText`). */
  readonly hasOwnKeys?: boolean;
}

/** About what the entry of a map takes. */
const ENTRY_BYTES = 64;
/** Bytes of one character at most. */
const CHARACTER_BYTES = 2;

/** Bytes of a text, at most. */
export function bytesOfText({ length }: { readonly length: number }): number {
  return CHARACTER_BYTES * length;
}

/** The place of a thing in a cache. */
export interface LruEntry<T> {
  readonly thing: T;
}

interface Entry<T> extends LruEntry<T> {
  readonly key: string;
  readonly cache: LruCache<T>;
  isGone: boolean;
  /** The weight of the thing, as it was weighed last. */
  bytes: number;
  /** The entries that were used before and after it. A list of them takes a fifth of the time that a map takes in which each use puts a key to the end. */
  older: Entry<T> | undefined;
  newer: Entry<T> | undefined;
}

/** Bytes of an entry next to its thing. */
function bytesOfKey(key: string): number {
  return ENTRY_BYTES + bytesOfText(key);
}

/** For things that need no end. */
function stay(): void {}

/** Things by key; those least recently used go first. Things may grow while they are used: each is weighed again when another one is. */
export class LruCache<T> {
  readonly #bounds: CacheBounds<T>;
  readonly #leave: (thing: T) => void;
  readonly #entries = new Map<string, Entry<T>>();
  #bytes = 0;
  #oldest: Entry<T> | undefined;
  /** The one most recently used, which is requested again and again. */
  #last: Entry<T> | undefined;

  /** `leave`: ends a thing that is no longer stored. */
  constructor(bounds: CacheBounds<T>, leave: (thing: T) => void = stay) {
    this.#bounds = bounds;
    this.#leave = leave;
  }

  /** Bytes of all things with their keys, as they were weighed last. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    if (key === this.#last?.key) return this.#last.thing;
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#touch(entry);
    return entry.thing;
  }

  /** Gets a thing by the entry that it was given when it was set: most of the time of `get` is to look it up. Undefined: it is no longer stored. */
  getBy(given: LruEntry<T>): T | undefined {
    const entry = given as Entry<T>;
    if (entry.isGone || entry.cache !== this) return undefined;
    if (entry !== this.#last) this.#touch(entry);
    return entry.thing;
  }

  #touch(entry: Entry<T>): void {
    if (this.#last !== undefined) this.#weigh(this.#last);
    this.#unlink(entry);
    this.#link(entry);
    if (this.#bytes > this.#bounds.bytes) this.#dropOthers();
  }

  /** Gets a thing to be read only: nothing is weighed, and it does not count as used. Whoever makes it grow asks by `get`. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.thing;
  }

  /** Keeps a thing in place of the one that had its key. One that is too large leaves at once, without an entry. */
  set(key: string, thing: T): LruEntry<T> | undefined {
    this.remove(key);
    if (this.#last !== undefined) this.#weigh(this.#last);
    const bytes = this.#bounds.weigh(thing);
    if (bytesOfKey(key) + bytes > this.#bounds.bytes) {
      this.#leave(thing);
      return undefined;
    }
    const ownKey = this.#bounds.hasOwnKeys === true ? key : ownText(key);
    const entry: Entry<T> = { key: ownKey, thing, cache: this, isGone: false, bytes, older: undefined, newer: undefined };
    this.#bytes += bytesOfKey(key) + bytes;
    this.#entries.set(entry.key, entry);
    this.#link(entry);
    if (!this.#isWithin()) this.#dropOthers();
    return entry;
  }

  getOr(key: string, make: () => T): T {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Weighs all things again, for those that grow without being requested. */
  weighAll(): void {
    for (const entry of this.#entries.values()) this.#weigh(entry);
    this.#dropOthers();
  }

  /** Takes a thing out without ending it. */
  remove(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#forget(entry);
    return entry.thing;
  }

  clear(): void {
    for (const entry of [...this.#entries.values()]) {
      this.#forget(entry);
      this.#leave(entry.thing);
    }
  }

  /** Puts an entry behind all others. */
  #link(entry: Entry<T>): void {
    entry.older = this.#last;
    if (this.#last === undefined) this.#oldest = entry;
    else this.#last.newer = entry;
    this.#last = entry;
  }

  #unlink(entry: Entry<T>): void {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#last = older;
    else newer.older = older;
    entry.older = undefined;
    entry.newer = undefined;
  }

  #forget(entry: Entry<T>): void {
    this.#unlink(entry);
    entry.isGone = true;
    this.#entries.delete(entry.key);
    this.#bytes -= bytesOfKey(entry.key) + entry.bytes;
  }

  #weigh(entry: Entry<T>): void {
    const bytes = this.#bounds.weigh(entry.thing);
    if (bytes === entry.bytes) return;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  #isWithin(): boolean {
    return this.#entries.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes;
  }

  /** Ends the oldest ones while there are too many, but not the one that was used last, whatever it has grown to. */
  #dropOthers(): void {
    while (this.#oldest !== undefined && this.#oldest !== this.#last && !this.#isWithin()) {
      const { thing } = this.#oldest;
      this.#forget(this.#oldest);
      this.#leave(thing);
    }
  }
}
