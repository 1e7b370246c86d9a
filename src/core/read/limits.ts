// The limits of the reader. Everything here ends a hostile text early and is far above what clusters hold.

/** Objects and arrays may lie this deep within each other. */
export const MAX_DEPTH = 100;

/** A JSON text may hold this many values; a hundred times what 10,000 devices need, and about 1.5 GB of memory. */
export const MAX_VALUES = 20_000_000;

/** A YAML document may have this many lines, items and brackets: each may need 300 bytes of memory while it is read. A kubectl dump of 25 MB has as many lines. */
export const MAX_YAML_ENTRIES = 1_250_000;

/** This many characters of a text may be read again where brackets or quotes have lines that js-yaml requests further in: a second of work. */
export const MAX_READ_AGAIN = 32 * 1024 * 1024;

/** A key that `? ` does not announce may have this many characters (YAML 1.1, section 9.2). */
export const MAX_IMPLICIT_KEY = 1024;

/** The number of keys that one object may have. V8 comes to no end with the table of an object of more than 8,388,608, and is slow long before. */
export const MAX_KEYS = 1_000_000;

/** A text may hold this many documents. */
export const MAX_DOCUMENTS = 1_000_000;

/**
 * Aliases and merges may stand for this many values in one text. go-yaml lets a text that consists of little but aliases have as many. A
 * string counts as one more for each 64 characters.
 */
export const MAX_ALIASED_VALUES = 400_000;

/** One text gives this many warnings; more of them say nothing new. */
export const MAX_WARNINGS = 100;

/** Upper bounds for the length of a text, in characters (UTF-16 units). */
export interface ReadLimits {
  /** For YAML; {@link DEFAULT_LIMITS} if absent. 0: JSON alone is read. */
  readonly yaml?: number;
  /** For JSON; {@link DEFAULT_LIMITS} if absent. */
  readonly json?: number;
}

/**
 * YAML is read at 15 MB/s and more, and JSON three times as fast; the limit of JSON is half of the longest string that V8 has.
 * @example
 * ```ts
 * import { DEFAULT_LIMITS } from 'dra-allocator/read';
 *
 * console.log(DEFAULT_LIMITS); // { yaml: 33554432, json: 268435456 }
 * ```
 */
export const DEFAULT_LIMITS: Required<ReadLimits> = { yaml: 32 * 1024 * 1024, json: 256 * 1024 * 1024 };
