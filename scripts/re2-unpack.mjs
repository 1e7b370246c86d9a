// The classes of characters that bundles have in place of re2js's own tables (scripts/re2-tables.mjs): of each character once in which class it is. Part of the
// bundles; a table is made when a pattern asks for it.

/**
 * Runs of characters that are in one class, from U+0000 on: the names of classes; for each run an index of these, one beyond them where it is in none; and how
 * many characters it has. Numbers are text, as re2js writes them.
 * @typedef {readonly [names: string, classes: string, lengths: string]} Runs
 */

/**
 * Tables by name, as re2js asks for them.
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

  /** The table of a class; null where there is none of this name. @param {string} name @returns {Table | null} */
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

/** `L` has the categories of all letters, `LC` those of letters with a case; other names have none but their own. @param {string} part @param {string} name */
function isWithin(part, name) {
  return part === name || (part.length === 2 && part[0] === name) || (name === 'LC' && /^L[ltu]$/.test(part));
}
