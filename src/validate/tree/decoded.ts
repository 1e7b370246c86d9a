// Represents objects as the API server decodes them: values of Go's types instead of JSON.

import type { Json } from '../../core/base/json.js';

/** JSON without a schema, such as driver parameters. */
export class RawJson {
  readonly json: Json;

  constructor(json: Json) {
    this.json = json;
  }
}

/** A struct: fields by their JSON names, without absent and null fields. It inherits no properties. */
export interface DecodedStruct {
  readonly [field: string]: Decoded | undefined;
}

/** A map with arbitrary keys. */
export type DecodedMap = ReadonlyMap<string, Decoded>;

/** A decoded value. Integers are bigint; quantities and times are validated texts. */
export type Decoded = string | boolean | bigint | number | RawJson | readonly Decoded[] | DecodedMap | DecodedStruct;

/** Structs inherit no properties. V8 stores an object without a prototype as a slow hash table, so they have an empty prototype instead. */
class Struct {}
Object.setPrototypeOf(Struct.prototype, null);
Reflect.deleteProperty(Struct.prototype, 'constructor');

/** Returns a struct without fields. */
export function newStruct(): Record<string, Decoded | undefined> {
  return new Struct() as Record<string, Decoded | undefined>;
}

/** Returns whether a value is a struct, rather than a list, map or raw JSON. */
export function isStruct(value: Decoded | undefined): value is DecodedStruct {
  return value instanceof Struct;
}
