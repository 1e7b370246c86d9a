// Decodes JSON into values of Go's types by the schema of a kind, as with fieldValidation=Strict. It reports every wrong
// value and unknown field; the API server reports the first wrong value, or else the first hundred unknown fields.
// Source: sigs.k8s.io/json (decode.go of its internal/golang/encoding/json), and
// UnmarshalJSON of Quantity, Time and IntOrString in k8s.io/apimachinery v0.37.1.

import { isJsonObject } from '../../core/api/decoder.js';
import { type Json, type JsonObject, MOST_ITEMS, type PathStep } from '../../core/base/json.js';
import { tooMany } from '../messages.js';
import type { Report } from '../report.js';
import { quantityLimit } from '../rules/decode/quantity-limit.js';
import { unknownField } from '../rules/decode/unknown-field.js';
import { wrongType } from '../rules/decode/wrong-type.js';
import { libraryGateOf, servedInstead } from '../schema/library-types.js';
import { innerType, type ListType, type StructType, type Type } from '../schema/schema.js';
import { type Decoded, type DecodedStruct, newStruct, RawJson } from '../tree/decoded.js';
import { Field } from '../tree/field.js';
import { Limited, RejectedValue, readScalar } from './scalars.js';
import { meantField } from './suggest.js';
import { adviceOn, expected } from './words.js';
import { zeroFields, zeroOf } from './zeros.js';

/** The API server stops collecting unknown fields at this number. */
const MOST_UNKNOWN = 100;

/** Limit for the nesting of types that contain themselves, since the stack is finite. Real objects are shallower. */
const MOST_LEVELS = 1000;

/**
 * Decodes an object and reports errors. Returns undefined if a value has the wrong type. As in Go,
 * structs that are not pointers are always present in the result, and so are their quantities.
 */
export function decodeStrict(json: Json, type: StructType, report: Report): DecodedStruct | undefined {
  const decoder = new Decoder(type, report);
  const decoded = decoder.struct(json, type);
  return decoder.hasWrongTypes ? undefined : decoded;
}

/** Returns the field at a path in an object of a type, for reports about values that could not be decoded. */
function fieldAt(root: Type, steps: readonly PathStep[]): Field {
  let field = Field.root('');
  let type: Type | undefined = root;
  for (const step of steps) {
    if (typeof step === 'number') field = field.index(step);
    else field = type?.kind === 'map' ? field.key(step) : field.child(step);
    type = type === undefined ? undefined : innerType(type, step);
  }
  return field;
}

/** Returns the field at a path as the decoder of the API server names it: with dots before map keys. */
function fieldByDots(steps: readonly PathStep[]): Field {
  let field = Field.root('');
  for (const step of steps) field = typeof step === 'number' ? field.index(step) : field.child(step);
  return field;
}

/** Returns the name of a type without its group, as in the API reference. */
function nameOf({ name }: StructType): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** One decoding run. A single stack stores the path to the current value. */
class Decoder {
  hasWrongTypes = false;
  readonly #root: StructType;
  readonly #report: Report;
  readonly #steps: PathStep[] = [];
  #unknown = 0;

  constructor(root: StructType, report: Report) {
    this.#root = root;
    this.#report = report;
  }

  struct(json: Json, type: StructType): DecodedStruct {
    if (!isJsonObject(json)) return this.#reject(json, type);
    if (this.#steps.length > MOST_LEVELS) return this.#reject(json, type);
    const decoded = newStruct();
    for (const name of Object.keys(json)) {
      const value = json[name];
      if (value === undefined) continue;
      const inner = type.fields.get(name);
      if (inner === undefined) this.#reportUnknown(name, type);
      else if (value !== null) decoded[name] = this.#valueAt(name, value, inner);
    }
    for (const [name, zero] of zeroFields(type)) decoded[name] ??= zero;
    this.#report.checkpoint.step();
    return decoded;
  }

  #valueAt(step: PathStep, json: Json | undefined, type: Type): Decoded {
    this.#steps.push(step);
    const decoded = this.#value(json ?? null, type);
    this.#steps.pop();
    return decoded;
  }

  #value(json: Json, type: Type): Decoded {
    if (type.kind === 'RawExtension' || type.kind === 'FieldsV1') return new RawJson(json);
    // Null leaves the zero value in place, in list items too.
    if (json === null) return zeroOf(type);
    switch (type.kind) {
      case 'struct':
        return this.struct(json, type);
      case 'list':
        return Array.isArray(json) ? this.#list(json, type) : this.#reject(json, type);
      case 'map':
        return isJsonObject(json) ? this.#map(json, type.values) : this.#reject(json, type);
      default: {
        const read = readScalar(json, type.kind);
        if (read instanceof Limited) return this.#limit(read);
        return read instanceof RejectedValue ? this.#reject(json, type, read) : read;
      }
    }
  }

  #list(json: readonly Json[], type: ListType): readonly Decoded[] {
    // A sparse array can be arbitrarily long, and JavaScript engines abort at about 100 million items.
    if (json.length > MOST_ITEMS) return this.#reject(json, type, new RejectedValue(tooMany(json.length, MOST_ITEMS)));
    const decoded: Decoded[] = [];
    for (let index = 0; index < json.length; index++) {
      decoded.push(this.#valueAt(index, json[index], type.items));
      this.#report.checkpoint.step();
    }
    return decoded;
  }

  #map(json: JsonObject, values: Type): ReadonlyMap<string, Decoded> {
    const decoded = new Map<string, Decoded>();
    for (const key of Object.keys(json)) {
      if (json[key] !== undefined) decoded.set(key, this.#valueAt(key, json[key], values));
      this.#report.checkpoint.step();
    }
    return decoded;
  }

  #reject<T extends Decoded>(json: Json, type: Type, why?: RejectedValue): T {
    const { message, suggestion } = why ?? new RejectedValue(expected(type, json), adviceOn(type, json));
    this.#report.of(wrongType).report(fieldAt(this.#root, this.#steps), message, suggestion);
    this.hasWrongTypes = true;
    return zeroOf(type) as T;
  }

  #limit({ nearest, message }: Limited): Decoded {
    this.#report.of(quantityLimit).report(fieldAt(this.#root, this.#steps), `${message}: the nearest supported value is checked instead`);
    return nearest;
  }

  #reportUnknown(name: string, type: StructType): void {
    if (++this.#unknown > MOST_UNKNOWN) return;
    const gate = libraryGateOf(nameOf(type), name);
    const served = servedInstead(nameOf(type), name) ?? meantField(this.#root, this.#steps, name);
    const meant = gate === undefined ? served : `it needs the feature gate ${gate}, which is off by default`;
    this.#report
      .of(unknownField)
      .report(fieldByDots([...this.#steps, name]), `unknown field: ${nameOf(type)} has no field of this name`, meant);
  }
}
