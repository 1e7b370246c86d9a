// Numbers of many devices: what is there stays where it is when others come, since to copy megabytes takes milliseconds.

const BITS = 14;
const PORTION = 1 << BITS;

/** Numbers by place, below 2^32; zeros until they are set. */
export class NumberList {
  readonly #portions: Uint32Array[] = [];

  /** Requires: the place, or one behind it, was set. */
  get(place: number): number {
    return (this.#portions[place >>> BITS] as Uint32Array)[place & (PORTION - 1)] as number;
  }

  set(place: number, number: number): void {
    while (this.#portions.length <= place >>> BITS) this.#portions.push(new Uint32Array(PORTION));
    (this.#portions[place >>> BITS] as Uint32Array)[place & (PORTION - 1)] = number;
  }
}
