// How much the reader takes. Everything here ends a hostile text early and is far above what clusters hold.

/** How many objects and arrays may lie within each other. */
export const MAX_DEPTH = 100;

/** How many values a JSON text may hold; a hundred times what 10,000 devices need, and about 1.5 GB of memory. */
export const MAX_VALUES = 20_000_000;

/** The same for YAML as kubectl prints it: the oddest numbers take 2.5 us each. */
export const MAX_PLAIN_VALUES = 4_000_000;

/** The number of keys that one object may have. V8 comes to no end with the table of an object of more than 8,388,608, and is slow long before. */
export const MAX_KEYS = 1_000_000;

/** How many documents a text may hold. */
export const MAX_DOCUMENTS = 1_000_000;

/**
 * How many values aliases and merges may stand for in one text. go-yaml lets a text that consists of little but aliases have as many.
 * A string counts as one more for each 64 characters.
 */
export const MAX_ALIASED_VALUES = 400_000;

/** How many warnings one text gives; more of them say nothing new. */
export const MAX_WARNINGS = 100;

/**
 * The number of characters that a text that begins as JSON and is none may have to be tried as any YAML, which takes a tenth of a second then. Longer ones are read
 * as YAML only if they are written as kubectl prints it.
 */
export const MAX_YAML_IN_BRACKETS = 65_536;

/** Upper bounds for the length of a text, in characters (UTF-16 units). */
export interface ReadLimits {
  /** For any YAML; {@link DEFAULT_LIMITS} if absent. */
  readonly yaml?: number;
  /** For YAML as kubectl prints it; {@link DEFAULT_LIMITS} if absent. */
  readonly plainYaml?: number;
  /** For JSON; {@link DEFAULT_LIMITS} if absent. */
  readonly json?: number;
}

/**
 * YAML takes a second for 2 MB of ResourceSlices and up to 3 seconds and 450 MB of memory for 1 MB of brackets, so 4 MiB end
 * within 12 seconds and 2 GB. As kubectl prints it, it is read ten times as fast, and JSON fifty times; the limit of JSON is half of the
 * longest string that V8 has.
 */
export const DEFAULT_LIMITS: Required<ReadLimits> = { yaml: 4 * 1024 * 1024, plainYaml: 32 * 1024 * 1024, json: 256 * 1024 * 1024 };
