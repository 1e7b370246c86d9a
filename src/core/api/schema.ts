// Schemas say what values may contain, for those who look for a field without reading anything.

import type { OwnGates } from './own-gates.js';

/** A kind of value: an object has fields, a list or a map items. */
export interface Schema {
  /** The fields of an object. */
  readonly fields?: ReadonlyMap<string, Schema>;
  /** The kind of each entry of a list or a map. */
  readonly items?: Schema;
  /** All of a value counts, also where there is a description of a part. */
  readonly isWhole?: true;
  /** The gate of our own without which a field of this kind is unknown. */
  readonly gate?: keyof OwnGates;
  /** Fields of an object that some release served, with what is said about them. They are taken, and mean nothing. */
  readonly retired?: Readonly<Record<string, string>>;
}
