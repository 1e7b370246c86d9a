// Shortens the Unicode tables of re2js for bundles. In re2js each table is a text, and most tables repeat others.
// The short form stores the class of each character once. scripts/re2-unpack.mjs makes unions and complements from it.

import { join } from 'node:path';
import { root } from './fresh.mjs';

/**
 * The parts of re2js's tables that packing reads.
 * @typedef {{ readonly length: number, getLo(index: number): number, getHi(index: number): number, getStride(index: number): number }} Table
 * @typedef {{ readonly initializer: object, get(name: string): Table }} Tables
 */

/** The digits that `decodeVLQ` of re2js reads: five bits each, lowest first, and 32 on all but the last. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
const CHARACTERS = 0x110000;

/** A table within a map of tables. */
const TABLE = /^\t\t(\w+): \(\) => .*\n/gm;

/**
 * Returns the source of re2js with its tables packed. Throws if the source no longer has the expected form.
 * @param {string} source
 */
export async function withPackedTables(source) {
  const { UnicodeTables } = await import(`data:text/javascript,${encodeURIComponent(`${source}\nexport { UnicodeTables };`)}`);
  /** @type {readonly (readonly [RegExp, (text: string) => string])[]} */
  const changes = [
    [mapOf('CATEGORIES'), () => packedText('CATEGORIES', UnicodeTables.CATEGORIES, isCategory)],
    [mapOf('SCRIPTS'), () => packedText('SCRIPTS', UnicodeTables.SCRIPTS, isScript)],
    // Characters outside of these classes whose other case is inside: few, and slow to compute.
    [mapOf('FOLD_CATEGORIES'), (text) => text.replace(TABLE, (row, name) => (name.length <= 2 ? row : ''))],
    // Only code that prints a pattern reads this table.
    [/^\tstatic get Print\(\) \{[\s\S]*?^\t\}$/m, () => ''],
  ];
  let packed = source;
  for (const [pattern, change] of changes) {
    if (!pattern.test(packed)) throw new Error(`re2js has nothing like ${pattern} any more: see scripts/re2-tables.mjs`);
    packed = packed.replace(pattern, change);
  }
  return `import { PackedTables } from ${JSON.stringify(join(root, 'scripts/re2-unpack.mjs'))};\n${packed}`;
}

/** @param {string} name */
const mapOf = (name) => new RegExp(`^\\tstatic ${name} = new LazyMap\\(\\{[\\s\\S]*?^\\t\\}\\);$`, 'm');

/** Returns whether a category has two letters. Each character is in exactly one of these; all other categories are unions of them. @param {string} name */
const isCategory = (name) => /^[A-Z][a-z]$/.test(name);

/** Returns whether selectors can name a script. They cannot name scripts with a `_`: see src/cel/library/unicode-classes.ts. @param {string} name */
const isScript = (name) => !name.includes('_') && name !== 'Unknown';

/**
 * Returns the packed text of a property of re2js's tables, with `Runs`.
 * @param {string} property
 * @param {Tables} tables
 * @param {(name: string) => boolean} isPart
 */
function packedText(property, tables, isPart) {
  const names = Object.keys(tables.initializer).filter(isPart);
  const classOf = new Uint16Array(CHARACTERS).fill(names.length);
  for (const [index, name] of names.entries()) {
    for (const rune of runesOf(tables.get(name))) {
      if (classOf[rune] !== names.length) throw new Error(`U+${rune.toString(16)} is in two classes, one of them ${name}`);
      classOf[rune] = index;
    }
  }
  let [classes, lengths] = ['', ''];
  for (let first = 0, end = 1; first < CHARACTERS; first = end) {
    for (end = first + 1; end < CHARACTERS && classOf[end] === classOf[first]; ) end += 1;
    classes += digits(/** @type {number} */ (classOf[first]));
    lengths += digits(end - first);
  }
  const runs = [names.join(' '), classes, lengths];
  return `\tstatic ${property} = new PackedTables(${JSON.stringify(runs)}, decodeVLQ, (ranges) => new UnicodeRangeTable(ranges));`;
}

/** @param {Table} table */
function* runesOf(table) {
  for (let index = 0; index < table.length; index += 1) {
    for (let rune = table.getLo(index); rune <= table.getHi(index); rune += table.getStride(index)) yield rune;
  }
}

/** @param {number} value */
function digits(value) {
  let text = '';
  let left = value;
  for (; left >= 32; left >>>= 5) text += DIGITS[(left & 31) | 32];
  return text + DIGITS[left];
}
