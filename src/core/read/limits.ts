// The limits of the reader: each ends a hostile text early and is far above real clusters.

/** The deepest nesting of objects and arrays. */
export const MAX_DEPTH = 100;

/** The most values of a JSON text: a hundred times the values of 10,000 devices, and about 1.5 GB of memory. */
export const MAX_VALUES = 20_000_000;

/** The most lines, items and brackets of a YAML document. Each may need 300 bytes of memory while it is read. A kubectl dump of 25 MB has as many lines. */
export const MAX_YAML_ENTRIES = 1_250_000;

/** The most characters of a text that are read again where js-yaml expects lines in brackets or quotes to be indented further: a second of work. */
export const MAX_READ_AGAIN = 32 * 1024 * 1024;

/** The most characters of a key without a preceding `? ` (YAML 1.1, section 9.2). */
export const MAX_IMPLICIT_KEY = 1024;

/** The most keys of one object. With more than 8,388,608, V8 never completes the object's table, and it is slow long before. */
export const MAX_KEYS = 1_000_000;

/** The most documents of a text. */
export const MAX_DOCUMENTS = 1_000_000;

/**
 * The most values that aliases and merges repeat in one text. go-yaml has the same limit for a text that consists mainly of aliases. A string counts as one
 * more for each 64 characters.
 */
export const MAX_ALIASED_VALUES = 400_000;

/** The most warnings of one text; more would not help. */
export const MAX_WARNINGS = 100;

/** Upper bounds for the length of a text, in characters (UTF-16 units). */
export interface ReadLimits {
  /** For YAML; {@link DEFAULT_LIMITS} if absent. 0: only JSON is read. */
  readonly yaml?: number;
  /** For JSON; {@link DEFAULT_LIMITS} if absent. */
  readonly json?: number;
}

/**
 * The default limits. YAML is read at 15 MB/s and more, and JSON three times as fast. The limit of JSON is half of the longest string in V8.
 * @example
 * ```ts
 * import { DEFAULT_LIMITS } from 'dra-allocator/read';
 *
 * console.log(DEFAULT_LIMITS); // { yaml: 33554432, json: 268435456 }
 * ```
 */
export const DEFAULT_LIMITS: Required<ReadLimits> = { yaml: 32 * 1024 * 1024, json: 256 * 1024 * 1024 };
