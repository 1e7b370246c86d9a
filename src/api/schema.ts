// What values may contain, for those who look for a field without reading anything.

/** A kind of value: an object has fields, a list or a map items. */
export interface Schema {
  /** Of an object: its fields. */
  readonly fields?: ReadonlyMap<string, Schema>;
  /** Of a list or a map: what each entry is. */
  readonly items?: Schema;
}
