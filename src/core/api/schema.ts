// Schemas describe the values of fields, for searches without decoding.

import type { LibraryGates } from './library-gates.js';

/** The schema of a value: an object has fields; a list or a map has items. */
export interface Schema {
  /** The fields of an object. */
  readonly fields?: ReadonlyMap<string, Schema>;
  /** The schema of each entry of a list or a map. */
  readonly items?: Schema;
  /** True if all parts of a value are counted, even if the schema describes only some of them. */
  readonly isWhole?: true;
  /** The gate of this library that a field of this kind needs. */
  readonly gate?: keyof LibraryGates;
  /** Fields that some release served, with their warnings. They are accepted and ignored. */
  readonly retired?: Readonly<Record<string, string>>;
}
