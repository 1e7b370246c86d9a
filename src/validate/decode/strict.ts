// JSON -> values of Go's types, by the schema of a kind.

import { isJsonObject } from '../../api/decoder.js';
import type { Json, JsonObject } from '../../base/json.js';
import { type Decoded, type DecodedStruct, RawJson } from '../decoded.js';
import type { Report } from '../report.js';
import type { Scalar, StructType, Type } from '../schema/schema.js';

/** Decodes an object as the API server does with fieldValidation=Strict. Reports what it refuses; undefined where it cannot go on. */
export function decodeStrict(json: Json, type: StructType, _report: Report): DecodedStruct | undefined {
  return decode(json, type) as DecodedStruct | undefined;
}

function decode(json: Json | undefined, type: Type): Decoded | undefined {
  if (json === undefined || json === null) return undefined;
  if (type.kind === 'struct') return isJsonObject(json) ? decodeFields(json, type) : undefined;
  if (type.kind === 'list') {
    return Array.isArray(json) ? (json as readonly Json[]).map((item) => decode(item, type.items) as Decoded) : undefined;
  }
  if (type.kind === 'map') {
    if (!isJsonObject(json)) return undefined;
    return new Map(Object.keys(json).map((key): [string, Decoded] => [key, decode(json[key], type.values) as Decoded]));
  }
  return decodeScalar(json, type.kind);
}

function decodeFields(json: JsonObject, type: StructType): DecodedStruct {
  const struct = Object.create(null) as Record<string, Decoded | undefined>;
  for (const [name, inner] of type.fields) {
    const value = Object.hasOwn(json, name) ? decode(json[name], inner) : undefined;
    if (value !== undefined) struct[name] = value;
  }
  return struct;
}

function decodeScalar(json: Json, kind: Scalar): Decoded | undefined {
  if (kind === 'RawExtension' || kind === 'FieldsV1') return new RawJson(json);
  if (typeof json === 'bigint' || typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json !== 'number') return undefined;
  return (kind === 'int32' || kind === 'int64') && Number.isInteger(json) ? BigInt(json) : json;
}
