// Pseudorandom numbers from a seed, identical on every machine.

/** A pseudorandom generator with a seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // The first numbers of adjacent seeds are equal.
    for (let i = 0; i < 4; i++) this.below(2);
  }

  /** An integer from 0 up to `end`, exclusive. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  /** An integer from `least` to `most`, inclusive. */
  from(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  isOneOf(chances: number): boolean {
    return this.below(chances) === 0;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const rest = [...list];
    return list.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }
}
