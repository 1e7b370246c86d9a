// Declarative decoders: the description of a kind's fields drives reading, checks and suggestions. Null and absent values
// become the zero value of the type, as in Go: an empty string, false, 0, an empty list. A field with `optional` returns
// undefined instead, and the result then has no such field.

import { describe } from '../base/describe.js';
import { AllocationError } from '../base/errors.js';
import type { Incremental } from '../base/incremental.js';
import type { Json, JsonObject } from '../base/json.js';
import { lengthProblem, MOST_ITEMS, NumberLiteral } from '../base/json.js';
import type { DecodeContext } from './context.js';
import { type Decoder, type Decoding, decoding, isLarge, type LargeDecoder } from './decoding.js';
import { LIBRARY_GATE_NAMES, type LibraryGates } from './library-gates.js';
import type { Schema } from './schema.js';
import { suggestField } from './suggest.js';

export { type Decoder, decoding, isLarge, type LargeDecoder, schemaOf } from './decoding.js';
export { bool, count32, ignored, int32, int64, presence, string, time } from './scalars.js';

/** The result type of a decoder. The types of kinds are derived from their decoders. */
export type DecodedBy<D> = D extends Decoder<infer T> ? T : never;

type Fields = Readonly<Record<string, Decoder<unknown>>>;

/** The result type of {@link object}. Fields that can be undefined become optional. Fields that are always undefined are removed. */
type Decoded<F extends Fields> = Flat<
  { readonly [K in keyof F as undefined extends DecodedBy<F[K]> ? never : K]: DecodedBy<F[K]> } & {
    readonly [K in keyof F as undefined extends DecodedBy<F[K]> ? ([DecodedBy<F[K]>] extends [undefined] ? never : K) : never]?: Exclude<
      DecodedBy<F[K]>,
      undefined
    >;
  }
>;

/** A type flattened to one list of fields, which messages show in full. */
type Flat<T> = { [K in keyof T]: T[K] };

/** Options for how {@link object} creates results and treats unknown fields. */
interface ObjectOptions {
  /**
   * Returns an object literal with the values of absent fields. It is several times as fast as a copy, for kinds as frequent as pods.
   * Checked against the fields when the decoder is made.
   */
  readonly fresh?: () => object;
  /** Ignores unknown fields: for metadata, and for kinds that are only read in part. */
  readonly lenient?: true;
  /** Fields that some release served. They are accepted with this warning. */
  readonly retired?: Readonly<Record<string, string>>;
  /** Errors for misplaced fields, where a search by name would find no explanation. */
  readonly hints?: Readonly<Record<string, string>>;
}

/** The least units of work for listing the keys of a large map. */
const UNITS_OF_KEYS = 64;
const NOTHING = { value: undefined };
const EMPTY_OBJECT: JsonObject = Object.freeze({});
/** The values of absent lists and maps. */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);
export const EMPTY_MAP: ReadonlyMap<string, never> = new Map<string, never>();

/** Returns whether a value is a JSON object, not null, a list or a number literal. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral);
}

/** Makes a field that exists only with a gate of this library. */
export function gated<T>(gate: keyof LibraryGates, inner: Decoder<T>): Decoder<T> {
  return { ...inner, gate };
}

/** Makes a decoder that returns undefined for an absent value, so the field is left out. */
export function optional<T>(inner: Decoder<T>): Decoder<T | undefined> {
  const decode: Decoder<T | undefined>['decode'] = (value, context) => {
    return value === undefined || value === null ? undefined : inner.decode(value, context);
  };
  return { ...inner, absent: NOTHING, decode };
}

/** Makes a decoder that checks a value and leaves it out of the result. */
export function checked(inner: Decoder<unknown>): Decoder<undefined> {
  return { ...transform(optional(inner), () => undefined), absent: NOTHING };
}

/** Objects of this module, during construction. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Maps the result of `inner` by `change`, which also receives the JSON and may fail. A decoded object is new, so `change` may write into
 * it, which is much faster than a copy with `...`. `changing` is `change` in increments, for values where it takes long.
 */
export function transform<A, B>(
  inner: Decoder<A>,
  change: (decoded: A, context: DecodeContext, value: Json | undefined) => B,
  changing?: (decoded: A, context: DecodeContext, value: Json | undefined) => Incremental<B>,
): Decoder<B> {
  const { absent: _, decode, decoding, ...schema } = inner;
  const ofLarge = function* (value: Json | undefined, context: DecodeContext): Incremental<B> {
    const decoded = yield* (decoding as Decoding<A>)(value, context);
    return changing === undefined ? change(decoded, context, value) : yield* changing(decoded, context, value);
  };
  return {
    ...schema,
    decode: (value, context) => change(decode(value, context), context, value),
    decoding: decoding === undefined ? undefined : ofLarge,
  };
}

/** Makes a decoder that applies `prepare`, which may fail, to a value before it decodes it. */
export function prepared<T>(
  inner: LargeDecoder<T>,
  prepare: (value: Json | undefined, context: DecodeContext) => Json | undefined,
): LargeDecoder<T> {
  const { decode, decoding } = inner;
  return {
    ...inner,
    decode: (value, context) => decode(prepare(value, context), context),
    decoding: (value, context) => decoding(prepare(value, context), context),
  };
}

/** Makes a decoder of lists. */
export function list<T>(item: Decoder<T>): LargeDecoder<readonly T[]> {
  return {
    items: item,
    absent: { value: EMPTY_LIST },
    decode(value, context) {
      if (value === undefined || value === null) return EMPTY_LIST;
      const entries = entriesOf(value, context);
      const result: T[] = [];
      for (let index = 0; index < entries.length; index++) {
        context.path.push(index);
        result.push(item.decode(entries[index], context));
        context.path.pop();
        context.checkpoint.step();
      }
      return result;
    },
    *decoding(value, context) {
      const entries = entriesOf(value, context);
      const { checkpoint, path } = context;
      const result: T[] = [];
      for (let index = 0; index < entries.length; index++) {
        const entry = entries[index];
        path.push(index);
        result.push(isLarge(item, entry, context) ? yield* item.decoding(entry, context) : item.decode(entry, context));
        path.pop();
        if (checkpoint.due()) yield;
      }
      return result;
    },
  };
}

function entriesOf(value: Json | undefined, context: DecodeContext): readonly Json[] {
  if (!Array.isArray(value)) return context.fail(`expected a list, found ${describe(value)}`);
  checkItems(value, MOST_ITEMS, context);
  return value;
}

/** Throws `input-too-large` for a list with more than `most` items. */
export function checkItems(items: readonly unknown[], most: number, context: DecodeContext): void {
  const problem = lengthProblem(items, most);
  if (problem !== undefined) context.fail(problem, 'input-too-large');
}

/** Makes a decoder of objects with arbitrary keys. The result is a Map, so no key is special. */
export function map<T>(item: Decoder<T>): LargeDecoder<ReadonlyMap<string, T>> {
  return {
    items: item,
    absent: { value: EMPTY_MAP },
    decode(value, context) {
      if (value === undefined || value === null) return EMPTY_MAP;
      const source = objectOf(value, context);
      const result = new Map<string, T>();
      for (const key of Object.keys(source)) {
        context.path.push(key);
        result.set(key, item.decode(source[key], context));
        context.path.pop();
        context.checkpoint.step();
      }
      return result;
    },
    *decoding(value, context) {
      const source = objectOf(value, context);
      const { checkpoint, path } = context;
      // Listing the keys costs as much as counting them, so they are listed once.
      if (checkpoint.due(UNITS_OF_KEYS)) yield;
      const result = new Map<string, T>();
      for (const key of Object.keys(source)) {
        const entry = source[key];
        path.push(key);
        result.set(key, isLarge(item, entry, context) ? yield* item.decoding(entry, context) : item.decode(entry, context));
        path.pop();
        if (checkpoint.due()) yield;
      }
      return result;
    },
  };
}

function objectOf(value: Json | undefined, context: DecodeContext): JsonObject {
  return isJsonObject(value) ? value : context.fail(`expected an object, found ${describe(value)}`);
}

/**
 * Makes a decoder of objects with the given fields, read in order. A result begins as a copy with the values of absent fields, which is faster
 * than adding fields singly. `Object.assign` copies objects of many kinds faster than `...`. Throws `internal` if `fresh` has other fields.
 */
export function object<F extends Fields>(fields: F, options: ObjectOptions = {}): LargeDecoder<Decoded<F>> {
  const entries = Object.entries(fields);
  const fieldDecoders: ReadonlyMap<string, Decoder<unknown>> = new Map(entries);
  const empty: Record<string, unknown> = {};
  // Fields up to this index are read even when they are absent.
  let needed = 0;
  entries.forEach(([name, { absent }], index) => {
    if (absent === undefined) needed = index + 1;
    // A field that is always read has its place in the initial object.
    if (absent === undefined || absent.value !== undefined) empty[name] = absent?.value;
  });
  const { fresh } = options;
  if (fresh !== undefined && !hasSameFields(fresh(), empty))
    throw new AllocationError('internal', `fields of new objects differ from ${Object.keys(empty)}`);
  const begin = fresh ?? (() => Object.assign({}, empty));
  return {
    fields: fieldDecoders,
    ...(options.retired === undefined ? {} : { retired: options.retired }),
    // Several objects may share it, so it is frozen.
    ...(needed === 0 ? { absent: { value: Object.freeze({ ...empty }) as Decoded<F> } } : {}),
    decode(value, context) {
      const source = objectOf(value ?? EMPTY_OBJECT, context);
      const result = begin() as Record<string, unknown>;
      const unseen = readFields(source, entries, needed, result, context);
      if (unseen > 0 && options.lenient !== true) checkOtherFields(source, fieldDecoders, options, context);
      return result as Decoded<F>;
    },
    *decoding(value, context) {
      const source = objectOf(value, context);
      const result = begin() as Record<string, unknown>;
      const unseen = yield* readingFields(source, entries, needed, result, context);
      if (unseen > 0 && options.lenient !== true) checkOtherFields(source, fieldDecoders, options, context);
      return result as Decoded<F>;
    },
  };
}

function hasSameFields(left: object, right: object): boolean {
  const [leftEntries, others] = [Object.entries(left), Object.entries(right)];
  return (
    leftEntries.length === others.length &&
    leftEntries.every(([name, value], index) => name === others[index]?.[0] && value === others[index]?.[1])
  );
}

type FieldEntries = readonly (readonly [name: string, decoder: Decoder<unknown>])[];

/** Reads fields in order into `result`, which has the values of absent fields. Returns the number of other fields in the source. */
function readFields(
  source: JsonObject,
  entries: FieldEntries,
  needed: number,
  result: Record<string, unknown>,
  context: DecodeContext,
): number {
  let unseen = Object.keys(source).length;
  for (let index = 0; index < entries.length && (unseen > 0 || index < needed); index++) {
    const [name, decoder] = entries[index] as (typeof entries)[number];
    let fieldValue: Json | undefined;
    if (unseen > 0 && Object.hasOwn(source, name) && isEnabled(decoder, context)) {
      unseen--;
      fieldValue = source[name];
    }
    if ((fieldValue === undefined || fieldValue === null) && decoder.absent !== undefined) continue;
    context.path.push(name);
    putField(result, name, decoder, decoder.decode(fieldValue, context));
    context.path.pop();
  }
  return unseen;
}

/** Reads as `readFields` does, in increments, for a source with large values. */
function* readingFields(
  source: JsonObject,
  entries: FieldEntries,
  needed: number,
  result: Record<string, unknown>,
  context: DecodeContext,
): Incremental<number> {
  let unseen = Object.keys(source).length;
  for (let index = 0; index < entries.length && (unseen > 0 || index < needed); index++) {
    const [name, decoder] = entries[index] as (typeof entries)[number];
    const isPresent = unseen > 0 && Object.hasOwn(source, name) && isEnabled(decoder, context);
    if (isPresent) unseen--;
    const fieldValue = isPresent ? source[name] : undefined;
    if ((fieldValue === undefined || fieldValue === null) && decoder.absent !== undefined) continue;
    context.path.push(name);
    putField(result, name, decoder, yield* decoding(decoder, fieldValue, context));
    context.path.pop();
    if (context.checkpoint.due()) yield;
  }
  return unseen;
}

function putField(result: Record<string, unknown>, name: string, { absent }: Decoder<unknown>, decoded: unknown): void {
  if (decoded !== undefined) result[name] = decoded;
  else if (absent === undefined) delete result[name];
}

function isEnabled({ gate }: Schema, { libraryGates }: DecodeContext): boolean {
  return gate === undefined || libraryGates[gate];
}

/** Reports fields that the description lacks: a warning if a release once served them, otherwise an error with a suggestion. */
function checkOtherFields(
  source: JsonObject,
  fieldSchemas: ReadonlyMap<string, Schema>,
  { retired = {}, hints = {} }: ObjectOptions,
  context: DecodeContext,
): void {
  for (const name of Object.keys(source)) {
    context.checkpoint.step();
    const schema = fieldSchemas.get(name);
    if ((schema !== undefined && isEnabled(schema, context)) || source[name] === undefined) continue;
    context.within(name, () => {
      if (schema?.gate !== undefined)
        context.fail(`unknown field: it needs the feature gate ${LIBRARY_GATE_NAMES[schema.gate]}, which is off by default`);
      if (Object.hasOwn(retired, name)) context.warn(`${name} ${retired[name]}`);
      else if (Object.hasOwn(hints, name)) context.fail(`unknown field: ${hints[name]}`);
      else failUnknown(context);
    });
  }
}

function failUnknown(context: DecodeContext): never {
  const { schema, steps, before } = context.position();
  const meant = schema === undefined ? undefined : suggestField(schema, steps, before, context.libraryGates);
  return context.fail(meant === undefined ? 'unknown field' : `unknown field, did you mean ${meant}?`);
}
