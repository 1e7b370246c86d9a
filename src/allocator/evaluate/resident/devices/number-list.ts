// Stores numbers of many devices in portions that are never moved, since copying megabytes is slow (milliseconds).

const BITS = 14;
const PORTION = 1 << BITS;
/** The first portion starts small, because most clusters have few devices. */
const SMALLEST = 64;

/** Numbers by index, below 2^32. Initially zero. */
export class NumberList {
  readonly #portions: Uint32Array[] = [new Uint32Array(SMALLEST)];
  #room = SMALLEST;

  /** Requires: this index, or a later one, was set. */
  get(place: number): number {
    return (this.#portions[place >>> BITS] as Uint32Array)[place & (PORTION - 1)] as number;
  }

  set(place: number, number: number): void {
    if (place >= this.#room) this.#grow(place);
    (this.#portions[place >>> BITS] as Uint32Array)[place & (PORTION - 1)] = number;
  }

  #grow(place: number): void {
    if (this.#room < PORTION) {
      this.#room = Math.min(PORTION, 2 ** (32 - Math.clz32(place)));
      const larger = new Uint32Array(this.#room);
      larger.set(this.#portions[0] as Uint32Array);
      this.#portions[0] = larger;
    }
    while (this.#room <= place) {
      this.#portions.push(new Uint32Array(PORTION));
      this.#room += PORTION;
    }
  }
}
