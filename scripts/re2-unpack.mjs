// Replaces re2js's tables of character classes in bundles (scripts/re2-tables.mjs). It stores the class of each character once, and builds
// a table when a pattern needs it.

/**
 * Runs of characters of one class, from U+0000 on. `names` are the classes. `classes` has an index into `names` for each run, or one
 * beyond them for no class. `lengths` are the characters of each run. Numbers are text, in re2js's encoding.
 * @typedef {readonly [names: string, classes: string, lengths: string]} Runs
 */

/**
 * Tables by name, with the interface that re2js expects.
 * @template Table
 */
export class PackedTables {
  #runs;
  #decode;
  #tableOf;
  /** @type {Map<string, Table>} */
  #known = new Map();
  /** @type {readonly string[]} */
  #names;
  /** @type {{ classes: readonly number[], lengths: readonly number[] } | undefined} */
  #decoded;

  /**
   * @param {Runs} runs
   * @param {(text: string) => readonly number[]} decode
   * @param {(ranges: Uint32Array) => Table} tableOf makes a table of triples: the first character of a range, its last one, the step between its characters
   */
  constructor(runs, decode, tableOf) {
    this.#runs = runs;
    this.#decode = decode;
    this.#tableOf = tableOf;
    this.#names = runs[0].split(' ');
  }

  /** @param {string} name */
  has(name) {
    return this.#names.some((part) => isWithin(part, name));
  }

  /** Returns the table of a class; null if none exists of this name. @param {string} name @returns {Table | null} */
  get(name) {
    if (!this.has(name)) return null;
    const known = this.#known.get(name) ?? this.#tableOf(this.#ranges(name));
    this.#known.set(name, known);
    return known;
  }

  /** @param {string} name */
  #ranges(name) {
    this.#decoded ??= { classes: this.#decode(this.#runs[1]), lengths: this.#decode(this.#runs[2]) };
    const { classes, lengths } = this.#decoded;
    const isWanted = this.#names.map((part) => isWithin(part, name));
    /** @type {number[]} */
    const ranges = [];
    let first = 0;
    for (let index = 0; index < lengths.length; index += 1) {
      const end = first + /** @type {number} */ (lengths[index]);
      if (isWanted[/** @type {number} */ (classes[index])]) ranges.push(first, end - 1, 1);
      first = end;
    }
    return Uint32Array.from(ranges);
  }
}

/**
 * Returns whether class `part` belongs to `name`. `L` contains the categories of all letters, `LC` only letters with a case; every
 * other name contains only itself.
 * @param {string} part
 * @param {string} name
 */
function isWithin(part, name) {
  return part === name || (part.length === 2 && part[0] === name) || (name === 'LC' && /^L[ltu]$/.test(part));
}
