// A journal lists what changed, so that those who look again after a while find what they missed.

/** A namespace and a name have 507 characters together: longer names are not stored. */
export const LONGEST_NAME = 1024;

/** Things, by number or name, in the order in which they changed. */
export class Journal<T = number> {
  #entries: T[] = [];
  #start = 0;

  /** The place behind the last entry. */
  get end(): number {
    return this.#start + this.#entries.length;
  }

  /** Notes that a thing changed. */
  note(thing: T): void {
    this.#entries.push(thing);
  }

  /** Notes that anything may have changed. */
  noteAll(): void {
    this.#start = this.end + 1;
    this.#entries = [];
  }

  /** Notes that the thing of a name changed. A name that no API server takes is not stored: then anything may have changed. */
  static noteName(journal: Journal<string>, name: string): void {
    if (name.length > LONGEST_NAME) journal.noteAll();
    else journal.note(name);
  }

  /** Forgets entries when there are more than `limit`: who missed them checks everything anew. */
  trim(limit: number): void {
    if (this.#entries.length > limit) this.noteAll();
  }

  /** Returns whether something that changed since a place may be one of some: true also where anything may have changed. */
  hasAnySince(place: number, some: { has(thing: T): boolean }): boolean {
    if (place < this.#start) return true;
    for (let index = place - this.#start; index < this.#entries.length; index++) if (some.has(this.#entries[index] as T)) return true;
    return false;
  }

  /** The things that changed since a place, some of them several times, in a list of their own; undefined: all. */
  since(place: number): T[] | undefined {
    return place < this.#start ? undefined : this.#entries.slice(place - this.#start);
  }
}
