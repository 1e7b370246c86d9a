// Schemas say what values may contain, for those who look for a field without reading anything.

/** A kind of value: an object has fields, a list or a map items. */
export interface Schema {
  /** The fields of an object. */
  readonly fields?: ReadonlyMap<string, Schema>;
  /** The kind of each entry of a list or a map. */
  readonly items?: Schema;
}
