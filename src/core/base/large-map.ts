// A map that never takes long to grow: one Map of tens of thousands of entries is laid out anew in one go whenever it doubles, for milliseconds.

/**
 * Entries up to which there is one Map. More of them are told apart by some bits of the numbers of their keys, and so on. So many are divided in some
 * two milliseconds. Finding the part of a key takes longer than a Map does: from 512 on, list attributes from JSON text took 1.4 ms instead of 0.7 (bench:reference).
 */
const MOST_TOGETHER = 4096;
const BITS = 4;
const PARTS = 1 << BITS;
/** All of a number. Entries whose keys have the same one stay together. */
const MOST_BITS = 28;

type Part<K, V> = Map<K, V> | Branch<K, V>;

/** Entries by some bits of the numbers of their keys. */
class Branch<K, V> {
  readonly parts: Part<K, V>[] = Array.from({ length: PARTS }, () => new Map<K, V>());
}

/** Values by key. None is undefined. */
export class LargeMap<K, V> {
  readonly #numberOf: (key: K) => number;
  #root: Part<K, V> = new Map();
  #size = 0;

  /** `numberOf`: an integer for each key, different ones for most; requested only when there are many. */
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

  /** A part of keys that have the bits below `shift` in common; in it a branch has taken the place of the map that has a key. */
  #divided(part: Part<K, V>, key: K, shift: number): Part<K, V> {
    const indexOf = (own: K): number => (this.#numberOf(own) >>> shift) & (PARTS - 1);
    if (part instanceof Branch) {
      const index = indexOf(key);
      part.parts[index] = this.#divided(part.parts[index] as Part<K, V>, key, shift + BITS);
      return part;
    }
    if (shift === MOST_BITS) return part;
    const branch = new Branch<K, V>();
    for (const [known, its] of part) (branch.parts[indexOf(known)] as Map<K, V>).set(known, its);
    return branch;
  }
}

/** Characters of a text that its number depends on. */
const LONGEST_NUMBERED = 256;

/** An integer for a text. */
export function numberOfText(text: string): number {
  let number = text.length > LONGEST_NUMBERED ? text.length : 0;
  // A long text counts by its end: names differ there.
  for (let index = Math.max(0, text.length - LONGEST_NUMBERED); index < text.length; index++)
    number = (Math.imul(number, 31) + text.charCodeAt(index)) | 0;
  return number ^ (number >>> 15);
}
