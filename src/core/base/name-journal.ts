// A journal of names, and the names that somebody looked up. Mostly those that changed are none of them, which is told by a mark of each, one bit of a number,
// without a check the names (B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, 1970).

import { Journal, LONGEST_NAME } from './journal.js';

const EVERY_MARK = -1;
/** Knuth's multiplicative hashing: 2^32 by the golden ratio. */
const SPREAD = 0x9e3779b1;

/** The mark of a name: equal names have the same one, and so has one of 32 others. */
function markOf(name: string): number {
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return 1 << (Math.imul(hash, SPREAD) >>> 27);
}

/** A name with its mark. */
interface MarkedName {
  readonly name: string;
  readonly mark: number;
}

/** Names that were looked up. */
export class NameSet {
  readonly #names = new Set<string>();
  #marks = 0;

  add(name: string): void {
    this.#names.add(name);
    this.#marks |= markOf(name);
  }

  has({ name }: Pick<MarkedName, 'name'>): boolean {
    return this.#names.has(name);
  }

  /** The marks of all of them. */
  get marks(): number {
    return this.#marks;
  }
}

/** Names of things, in the order in which these changed. */
export class NameJournal {
  readonly #entries = new Journal<MarkedName>();
  readonly #limit: number;
  /** The marks since a place that were requested last: after a change nearly all who look again look from the same place on. */
  #known = { place: 0, end: 0, marks: 0 };

  /** `limit`: names that are listed; who missed more checks everything anew. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The place behind the last entry. */
  get end(): number {
    return this.#entries.end;
  }

  /** Notes that the thing of a name changed. A name that no API server takes is not stored: then anything may have changed. */
  note(name: string): void {
    if (name.length > LONGEST_NAME) this.#entries.noteAll();
    else this.#entries.note({ name, mark: markOf(name) });
    this.#entries.trim(this.#limit);
  }

  /** Returns whether one of some names changed since a place: true also where anything may have changed. */
  hasAnySince(place: number, names: NameSet): boolean {
    return (this.#marksSince(place) & names.marks) !== 0 && this.#entries.hasAnySince(place, names);
  }

  #marksSince(place: number): number {
    const { end } = this.#entries;
    if (this.#known.place !== place || this.#known.end !== end) {
      const marks = this.#entries.since(place)?.reduce((all, { mark }) => all | mark, 0) ?? EVERY_MARK;
      this.#known = { place, end, marks };
    }
    return this.#known.marks;
  }
}
