// A journal of names, and the names that a reader looked up. Usually, the two have no name in common. Marks of one bit per name
// show that without comparing names (B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, 1970).

import { Journal, LONGEST_NAME } from './journal.js';

const EVERY_MARK = -1;
/** Knuth's multiplicative hashing: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/** Returns the mark of a name. Equal names have the same mark, and one of 32 other names shares it. */
function markOf(name: string): number {
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return 1 << (Math.imul(hash, SPREAD) >>> 27);
}

interface MarkedName {
  readonly name: string;
  readonly mark: number;
}

/** Names that a reader looked up. */
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

  /** The marks of all names. */
  get marks(): number {
    return this.#marks;
  }
}

/** Names of objects, in the order of their changes. */
export class NameJournal {
  readonly #entries = new Journal<MarkedName>();
  readonly #limit: number;
  /** The last result of `#marksSince`. After a change, nearly all readers read from the same position. */
  #lastMarks = { place: 0, end: 0, marks: 0 };

  /** `limit`: the most names in the journal. A reader that missed more checks everything again. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The position after the last entry. */
  get end(): number {
    return this.#entries.end;
  }

  /** Records a change of the object with a name. The API server rejects longer names, so for them anything may have changed. */
  note(name: string): void {
    if (name.length > LONGEST_NAME) this.#entries.noteAll();
    else this.#entries.note({ name, mark: markOf(name) });
    this.#entries.trim(this.#limit);
  }

  /** Returns whether one of `names` may have changed since a position. Also returns true if anything may have changed. */
  hasAnySince(place: number, names: NameSet): boolean {
    return (this.#marksSince(place) & names.marks) !== 0 && this.#entries.hasAnySince(place, names);
  }

  #marksSince(place: number): number {
    const { end } = this.#entries;
    if (this.#lastMarks.place !== place || this.#lastMarks.end !== end) {
      const marks = this.#entries.since(place)?.reduce((all, { mark }) => all | mark, 0) ?? EVERY_MARK;
      this.#lastMarks = { place, end, marks };
    }
    return this.#lastMarks.marks;
  }
}
