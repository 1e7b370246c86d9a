// A map that never grows in one long step. A Map with tens of thousands of entries rehashes all of them whenever it doubles,
// which takes milliseconds.

/**
 * The most entries of one Map. Larger maps are divided by some bits of the key numbers, which takes about two milliseconds.
 * Finding the part of a key is slower than a lookup in one Map. From 512 entries on, reading list attributes from JSON text
 * took 1.4 ms instead of 0.7 (bench:reference).
 */
const MOST_TOGETHER = 4096;
const BITS = 4;
const PARTS = 1 << BITS;
/** All bits of a number. Entries with equal numbers stay in one Map. */
const MOST_BITS = 28;

type Part<K, V> = Map<K, V> | Branch<K, V>;

/** Entries by some bits of their key numbers. */
class Branch<K, V> {
  readonly parts: Part<K, V>[] = Array.from({ length: PARTS }, () => new Map<K, V>());
}

/** Values by key. Values are never undefined. */
export class LargeMap<K, V> {
  readonly #numberOf: (key: K) => number;
  #root: Part<K, V> = new Map();
  #size = 0;

  /** `numberOf`: returns an integer for each key, mostly distinct. The function is called only if there are many keys. */
  constructor(numberOf: (key: K) => number) {
    this.#numberOf = numberOf;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    return this.#partOf(key).get(key);
  }

  set(key: K, value: V): void {
    const part = this.#partOf(key);
    const before = part.size;
    part.set(key, value);
    this.#size += part.size - before;
    if (part.size > MOST_TOGETHER) this.#root = this.#divided(this.#root, key, 0);
  }

  delete(key: K): void {
    if (this.#partOf(key).delete(key)) this.#size--;
  }

  #partOf(key: K): Map<K, V> {
    let part = this.#root;
    if (part instanceof Map) return part;
    for (let number = this.#numberOf(key); part instanceof Branch; number >>>= BITS) part = part.parts[number & (PARTS - 1)] as Part<K, V>;
    return part;
  }

  /** Replaces the map with a key by a branch, in a part whose keys have the same bits below `shift`. */
  #divided(part: Part<K, V>, key: K, shift: number): Part<K, V> {
    const indexOf = (ofKey: K): number => (this.#numberOf(ofKey) >>> shift) & (PARTS - 1);
    if (part instanceof Branch) {
      const index = indexOf(key);
      part.parts[index] = this.#divided(part.parts[index] as Part<K, V>, key, shift + BITS);
      return part;
    }
    if (shift === MOST_BITS) return part;
    const branch = new Branch<K, V>();
    for (const [storedKey, its] of part) (branch.parts[indexOf(storedKey)] as Map<K, V>).set(storedKey, its);
    return branch;
  }
}

/** The characters of a text on which its number depends. */
const LONGEST_NUMBERED = 256;

/** Returns an integer for a text, mostly distinct. */
export function numberOfText(text: string): number {
  let number = text.length > LONGEST_NUMBERED ? text.length : 0;
  // Names differ mostly at their ends, so the number depends on the end of a long text.
  for (let index = Math.max(0, text.length - LONGEST_NUMBERED); index < text.length; index++)
    number = (Math.imul(number, 31) + text.charCodeAt(index)) | 0;
  return number ^ (number >>> 15);
}
