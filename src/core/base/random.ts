// Random numbers from a seed, so that the random choices of a cluster are the same in each run.

/** A generator of random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor((this.#next() / 4294967296) * bound);
  }

  /** Returns one of several items; undefined for an empty list. */
  chooseFrom<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  /** Returns a text of `length` characters of an alphabet. */
  text(length: number, alphabet: string): string {
    let text = '';
    for (let index = 0; index < length; index++) text += alphabet[this.below(alphabet.length)];
    return text;
  }

  /** Returns a UUID of version 4. */
  uuid(): string {
    const hex = this.text(30, '0123456789abcdef');
    const variant = this.text(1, '89ab');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
  }

  /** Returns the items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let index = shuffled.length - 1; index > 0; index--) {
      const other = this.below(index + 1);
      [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
    }
    return shuffled;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
