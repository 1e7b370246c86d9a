// Schemas describe the values of fields, for searches without decoding.

import type { LibraryGates } from './library-gates.js';

/** The schema of a value: an object has fields; a list or a map has items. */
export interface Schema {
  /** The fields of an object. */
  readonly fields?: ReadonlyMap<string, Schema>;
  /** The schema of each entry of a list or a map. */
  readonly items?: Schema;
  /** True if the whole value counts, even if the schema describes only a part. */
  readonly isWhole?: true;
  /** The gate of this library without which a field of this kind is unknown. */
  readonly gate?: keyof LibraryGates;
  /** Fields that some release served, with their warnings. They are accepted and ignored. */
  readonly retired?: Readonly<Record<string, string>>;
}
