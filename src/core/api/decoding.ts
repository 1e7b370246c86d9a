// The interface of decoders, and the choice of values that are read in increments. A generator for each value would cost more
// than reading it. So small values are read in one go, even inside large values.

import type { Incremental } from '../base/incremental.js';
import type { Json, JsonObject } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { Schema } from './schema.js';

/** Reads one value. As a schema, a decoder is also used for suggestions, and shows which parts of a value are counted. */
export interface Decoder<T> extends Schema {
  /** Reads a value in one go. */
  readonly decode: (value: Json | undefined, context: DecodeContext) => T;
  /** Reads a large value in increments. Undefined if reading never takes long. */
  readonly decoding?: Decoding<T> | undefined;
  /** The value for null and for absent fields, if it is constant. Most fields of most objects are absent. */
  readonly absent?: { readonly value: T };
}

/** Reads one value in increments. */
export type Decoding<T> = (value: Json | undefined, context: DecodeContext) => Incremental<T>;

/** A decoder of values that may be large. */
export interface LargeDecoder<T> extends Decoder<T> {
  readonly decoding: Decoding<T>;
}

/** Reads a value, in increments if it is large and the call runs in slices. */
export function* decoding<T>(decoder: Decoder<T>, value: Json | undefined, context: DecodeContext): Incremental<T> {
  return isLarge(decoder, value, context) ? yield* decoder.decoding(value, context) : decoder.decode(value, context);
}

/** Returns whether a value is read in increments. */
export function isLarge<T>(decoder: Decoder<T>, value: Json | undefined, context: DecodeContext): decoder is LargeDecoder<T> {
  return decoder.decoding !== undefined && context.checkpoint.hasSlices && roomAfter(decoder, value, ROOM, context) < 0;
}

/** The most parts of a value that is read in one go, which costs half a millisecond. */
const ROOM = 2000;
/** The characters of a text that count as one part. */
const CHARACTERS_A_PART = 32;

/**
 * Returns how many parts of `room` are left after counting the parts of a value that are read. Returns a number below 0 if the
 * value has more parts. Remembers values that are large on their own, so they are counted once.
 */
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
