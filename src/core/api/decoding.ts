// Decoders: what they are, and which values they read in increments. A generator for each value takes longer than the reading, so that small values are
// read in one go, also those within large ones.

import type { Incremental } from '../base/incremental.js';
import type { Json, JsonObject } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { Schema } from './schema.js';

/** Reads one value. As a schema it serves suggestions, and says which parts of a value count. */
export interface Decoder<T> extends Schema {
  /** Reads a value in one go. */
  readonly decode: (value: Json | undefined, context: DecodeContext) => T;
  /** Reads a large value in increments; undefined: no value takes long. */
  readonly decoding?: Decoding<T> | undefined;
  /** The value for null and for nothing, where that is always one and the same: most fields of most objects are absent. */
  readonly absent?: { readonly value: T };
}

/** Reads one value in increments. */
export type Decoding<T> = (value: Json | undefined, context: DecodeContext) => Incremental<T>;

/** A decoder of values that may be large. */
export interface LargeDecoder<T> extends Decoder<T> {
  readonly decoding: Decoding<T>;
}

/** Reads a value: in increments where it is large and the call runs in slices, otherwise in one go. */
export function* decoding<T>(decoder: Decoder<T>, value: Json | undefined, context: DecodeContext): Incremental<T> {
  return isLarge(decoder, value, context) ? yield* decoder.decoding(value, context) : decoder.decode(value, context);
}

/** Returns whether a value is read in increments. */
export function isLarge<T>(decoder: Decoder<T>, value: Json | undefined, context: DecodeContext): decoder is LargeDecoder<T> {
  return decoder.decoding !== undefined && context.checkpoint.hasSlices && roomAfter(decoder, value, ROOM, context) < 0;
}

/** Values that are read in one go have no more parts than this, so that they take half of a millisecond. */
const ROOM = 2000;
/** Texts of more characters count as several parts. */
const CHARACTERS_A_PART = 32;

/** The room for parts that a value leaves, of those that are read; below 0: it has more. Keeps in mind what is large by itself, so that it is counted once. */
function roomAfter(schema: Schema, value: Json | undefined, room: number, context: DecodeContext): number {
  if (typeof value === 'string') return room - 1 - Math.floor(value.length / CHARACTERS_A_PART);
  if (typeof value !== 'object' || value === null) return room - 1;
  if (context.large?.has(value) === true) return -1;
  const left = Array.isArray(value)
    ? roomAfterItems(schema, value, room - 1, context)
    : roomAfterFields(schema, value as JsonObject, room - 1, context);
  if (left < 0 && room > ROOM / 2) {
    context.large ??= new Set();
    context.large.add(value);
  }
  return left;
}

function roomAfterItems(schema: Schema, entries: readonly Json[], room: number, context: DecodeContext): number {
  const items = schema.isWhole === true ? schema : schema.items;
  if (items === undefined) return room;
  let left = room;
  for (let index = 0; index < entries.length && left >= 0; index++) left = roomAfter(items, entries[index], left, context);
  return left;
}

function roomAfterFields(schema: Schema, value: JsonObject, room: number, context: DecodeContext): number {
  const items = schema.isWhole === true ? schema : schema.items;
  let left = room;
  for (const name in value) {
    const inner = items ?? schema.fields?.get(name);
    left = inner === undefined ? left - 1 : roomAfter(inner, value[name], left, context);
    if (left < 0) return left;
  }
  return left;
}

/** Returns the schema of a decoder, for decoders that read the same values differently. */
export function schemaOf({ decode: _, decoding: __, absent: ___, ...schema }: Decoder<unknown>): Schema {
  return schema;
}
