// A cache of objects that are made from external texts. It bounds number and bytes, since such a text may have any length.

import { copyText } from './copy-text.js';

export interface CacheBounds<T> {
  readonly entries: number;
  /** The most bytes of all objects with their keys. A single object above this limit is not stored. */
  readonly bytes: number;
  /** Returns the current bytes of an object without its key. */
  readonly weigh: (thing: T) => number;
  /** True if keys do not share memory with longer texts, so they need no copy (see `copyText`). */
  readonly hasOwnKeys?: boolean;
}

/** The approximate bytes of a map entry. */
const ENTRY_BYTES = 64;
/** The most bytes of one character. */
const CHARACTER_BYTES = 2;

/** Returns the most bytes that a text can use. */
export function bytesOfText({ length }: { readonly length: number }): number {
  return CHARACTER_BYTES * length;
}

/** The place of an object in a cache. */
export interface LruEntry<T> {
  readonly thing: T;
}

interface Entry<T> extends LruEntry<T> {
  readonly key: string;
  readonly cache: LruCache<T>;
  isGone: boolean;
  /** The bytes of the object at its last weighing. */
  bytes: number;
  /**
   * The entries that were used before and after this one. Linked entries need a fifth of the time of a map in which each use
   * moves a key to the end.
   */
  older: Entry<T> | undefined;
  newer: Entry<T> | undefined;
}

/** Returns the bytes of an entry without its object. */
function bytesOfKey(key: string): number {
  return ENTRY_BYTES + bytesOfText(key);
}

/** The default for objects that need no release. */
function stay(): void {}

/** Objects by key; the least recently used leave first. Objects may grow while they are used: each is weighed again when another one is used. */
export class LruCache<T> {
  readonly #bounds: CacheBounds<T>;
  readonly #leave: (thing: T) => void;
  readonly #entries = new Map<string, Entry<T>>();
  #bytes = 0;
  #oldest: Entry<T> | undefined;
  /** The most recently used entry, which is often requested several times in a row. */
  #last: Entry<T> | undefined;

  /** `leave`: releases an object that leaves the cache. */
  constructor(bounds: CacheBounds<T>, leave: (thing: T) => void = stay) {
    this.#bounds = bounds;
    this.#leave = leave;
  }

  /** The bytes of all objects with their keys, as last weighed. */
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

  /** Returns an object by the entry that `set` returned, which saves the lookup. Undefined if it is no longer cached. */
  getBy(handle: LruEntry<T>): T | undefined {
    const entry = handle as Entry<T>;
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

  /** Returns an object only for reading: the object is not weighed and does not count as used. Callers that make it grow use `get`. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.thing;
  }

  /** Caches an object in place of the previous one of its key. An object that is too large is released immediately, and has no entry. */
  set(key: string, thing: T): LruEntry<T> | undefined {
    this.remove(key);
    if (this.#last !== undefined) this.#weigh(this.#last);
    const bytes = this.#bounds.weigh(thing);
    if (bytesOfKey(key) + bytes > this.#bounds.bytes) {
      this.#leave(thing);
      return undefined;
    }
    const separateKey = this.#bounds.hasOwnKeys === true ? key : copyText(key);
    const entry: Entry<T> = { key: separateKey, thing, cache: this, isGone: false, bytes, older: undefined, newer: undefined };
    this.#bytes += bytesOfKey(key) + bytes;
    this.#entries.set(entry.key, entry);
    this.#link(entry);
    if (!this.#isWithin()) this.#dropOthers();
    return entry;
  }

  getOr(key: string, make: () => T): T {
    const cachedThing = this.get(key);
    if (cachedThing !== undefined) return cachedThing;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Weighs all objects again, for objects that grow without being requested. */
  weighAll(): void {
    for (const entry of this.#entries.values()) this.#weigh(entry);
    this.#dropOthers();
  }

  /** Removes an object without releasing it. */
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

  /** Moves an entry behind all others. */
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

  /** Releases the oldest objects while the cache is too large. The object that was used last is never released, however large it is. */
  #dropOthers(): void {
    while (this.#oldest !== undefined && this.#oldest !== this.#last && !this.#isWithin()) {
      const { thing } = this.#oldest;
      this.#forget(this.#oldest);
      this.#leave(thing);
    }
  }
}
