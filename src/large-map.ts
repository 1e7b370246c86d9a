// A map that never takes long to grow: one Map of tens of thousands of entries is laid out anew in one go whenever it doubles, for milliseconds.

/** Entries up to which there is one Map. Keys of large maps alone are told apart by their numbers. */
const MOST_TOGETHER = 4096;
const PARTS = 256;

/** Values by key. None is undefined. */
export class LargeMap<K, V> {
  readonly #numberOf: (key: K) => number;
  /** The first entries, and the others by the numbers of their keys. */
  readonly #first = new Map<K, V>();
  readonly #parts: Map<K, V>[] = [];
  #others = 0;

  /** `numberOf`: an integer for each key, different ones for most; asked for only when there are many. */
  constructor(numberOf: (key: K) => number) {
    this.#numberOf = numberOf;
  }

  get size(): number {
    return this.#first.size + this.#others;
  }

  get(key: K): V | undefined {
    const value = this.#first.get(key);
    return value !== undefined || this.#others === 0 ? value : this.#partOf(key).get(key);
  }

  set(key: K, value: V): void {
    if ((this.#others === 0 && this.#first.size < MOST_TOGETHER) || this.#first.has(key)) {
      this.#first.set(key, value);
      return;
    }
    const part = this.#partOf(key);
    const before = part.size;
    this.#others += part.set(key, value).size - before;
  }

  delete(key: K): void {
    if (!this.#first.delete(key) && this.#others > 0 && this.#partOf(key).delete(key)) this.#others--;
  }

  #partOf(key: K): Map<K, V> {
    const number = Math.abs(this.#numberOf(key) % PARTS);
    let part = this.#parts[number];
    if (part === undefined) {
      part = new Map();
      this.#parts[number] = part;
    }
    return part;
  }
}

/** An integer for a text. */
export function numberOfText(text: string): number {
  let number = 0;
  for (let index = 0; index < text.length; index++) number = (Math.imul(number, 31) + text.charCodeAt(index)) | 0;
  return number ^ (number >>> 15);
}
