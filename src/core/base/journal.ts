// A journal lists changes, so that a reader finds the changes since its last reading.

/** The longest name that is stored. A namespace and a name have at most 507 characters. */
export const LONGEST_NAME = 1024;

/** Numbers or names in the order in which they changed. */
export class Journal<T = number> {
  #entries: T[] = [];
  #start = 0;

  /** The position after the last entry. */
  get end(): number {
    return this.#start + this.#entries.length;
  }

  /** Records a change of one entry. */
  note(thing: T): void {
    this.#entries.push(thing);
  }

  /** Records that anything may have changed. */
  noteAll(): void {
    this.#start = this.end + 1;
    this.#entries = [];
  }

  /** Records a change of the object with a name. The API server rejects longer names. A longer name is recorded as a change of anything. */
  static noteName(journal: Journal<string>, name: string): void {
    if (name.length > LONGEST_NAME) journal.noteAll();
    else journal.note(name);
  }

  /** Drops all entries when there are more than `limit`. Readers that missed them check everything again. */
  trim(limit: number): void {
    if (this.#entries.length > limit) this.noteAll();
  }

  /** Returns whether a member of `some` may have changed since a position. Also returns true if anything may have changed. */
  hasAnySince(place: number, some: { has(thing: T): boolean }): boolean {
    if (place < this.#start) return true;
    for (let index = place - this.#start; index < this.#entries.length; index++) if (some.has(this.#entries[index] as T)) return true;
    return false;
  }

  /** Returns the changes since a position in a new list, possibly with repetitions; undefined if anything may have changed. */
  since(place: number): T[] | undefined {
    return place < this.#start ? undefined : this.#entries.slice(place - this.#start);
  }
}
