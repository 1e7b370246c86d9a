// Things that are worth keeping, within a bound.

/** Things by key; the one least recently used goes first. */
export class Recent<T> {
  readonly #limit: number;
  readonly #things = new Map<string, T>();
  readonly #leave: (thing: T) => void;
  /** The one most recently used, which is asked for again and again. */
  #last: { readonly key: string; readonly thing: T } | undefined;

  constructor(limit: number, leave: (thing: T) => void = () => undefined) {
    this.#limit = limit;
    this.#leave = leave;
  }

  get values(): Iterable<T> {
    return this.#things.values();
  }

  get(key: string): T | undefined {
    if (key === this.#last?.key) return this.#last.thing;
    const thing = this.#things.get(key);
    if (thing === undefined) return undefined;
    this.#things.delete(key);
    this.#things.set(key, thing);
    this.#last = { key, thing };
    return thing;
  }

  set(key: string, thing: T): void {
    this.#last = undefined;
    this.#things.set(key, thing);
    if (this.#things.size > this.#limit) this.dropOldest();
  }

  getOr(key: string, make: () => T): T {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Takes a thing out without ending it. */
  remove(key: string): T | undefined {
    const thing = this.#things.get(key);
    this.#last = undefined;
    this.#things.delete(key);
    return thing;
  }

  dropOldest(): void {
    const [oldest] = this.#things;
    if (oldest === undefined) return;
    this.#last = undefined;
    this.#things.delete(oldest[0]);
    this.#leave(oldest[1]);
  }

  clear(): void {
    while (this.#things.size > 0) this.dropOldest();
  }
}
