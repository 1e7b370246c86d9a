// Objects as the API server sees them once it has decoded them: values of Go's types instead of JSON.

import type { Json } from '../../core/base/json.js';

/** JSON that no schema describes: the parameters of a driver. */
export class RawJson {
  readonly json: Json;

  constructor(json: Json) {
    this.json = json;
  }
}

/** A struct: fields by their JSON names, without those that are absent or null. It inherits nothing. */
export interface DecodedStruct {
  readonly [field: string]: Decoded | undefined;
}

/** A map with keys from outside. */
export type DecodedMap = ReadonlyMap<string, Decoded>;

/** A decoded value. Integers are bigint; quantities and times are their texts, which were checked. */
export type Decoded = string | boolean | bigint | number | RawJson | readonly Decoded[] | DecodedMap | DecodedStruct;

/** Structs inherit nothing. An object that has no prototype is slow, as it is a hash table to V8; one whose prototype has nothing is not. */
class Struct {}
Object.setPrototypeOf(Struct.prototype, null);
Reflect.deleteProperty(Struct.prototype, 'constructor');

/** A struct of ours that has no fields yet. */
export function newStruct(): Record<string, Decoded | undefined> {
  return new Struct() as Record<string, Decoded | undefined>;
}

/** Returns whether a value is a struct, and no list, map or raw JSON. */
export function isStruct(value: Decoded | undefined): value is DecodedStruct {
  return value instanceof Struct;
}
