// A map that never takes long to grow: one Map of tens of thousands of entries is laid out anew in one go whenever it doubles, for milliseconds.

/** Entries up to which there is one Map. */
const MOST_TOGETHER = 2048;
const PARTS = 256;

/** Values by key. None is undefined. */
export class LargeMap<K, V> {
  readonly #numberOf: (key: K) => number;
  /** One Map; from a certain size on those of the keys whose numbers have the same remainder. */
  #parts: Map<K, V>[] = [new Map()];
  #size = 0;

  /** `numberOf`: an integer for each key, different ones for most; asked for only when there are many. */
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
    if (this.#parts.length > 1 || part.size <= MOST_TOGETHER) return;
    this.#parts = Array.from({ length: PARTS }, () => new Map());
    for (const [known, its] of part) this.#partOf(known).set(known, its);
  }

  delete(key: K): void {
    if (this.#partOf(key).delete(key)) this.#size--;
  }

  #partOf(key: K): Map<K, V> {
    return this.#parts[this.#parts.length === 1 ? 0 : this.#numberOf(key) & (PARTS - 1)] as Map<K, V>;
  }
}

/** An integer for a text. */
export function numberOfText(text: string): number {
  let number = 0;
  for (let index = 0; index < text.length; index++) number = (Math.imul(number, 31) + text.charCodeAt(index)) | 0;
  return number ^ (number >>> 15);
}
