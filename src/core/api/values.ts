// Decoders of quantities, and of JSON that is passed on verbatim.

import type { Checkpoint } from '../base/checkpoint.js';
import { describe } from '../base/describe.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import type { Json, JsonObject } from '../base/json.js';
import { NumberLiteral, setField } from '../base/json.js';
import { withJson, withOwnJson } from '../base/plain-json.js';
import type { Quantity } from '../quantity/quantity.js';
import { QuantityError, quantityFromJson } from '../quantity/quantity.js';
import { DecodeContext } from './context.js';
import type { Decoder, LargeDecoder } from './decoder.js';
import { decoding, isJsonObject, prepared, schemaOf, string, time, transform } from './decoder.js';

/** Deeper JSON is rejected, since callers that print or compare it may recurse. */
const MAX_RAW_DEPTH = 1000;
/** JSON with more values is rejected, because shared parts can make a few objects count as very many. */
const MAX_RAW_VALUES = 1_000_000;

/** JSON with at most this many values is copied in one go. */
const FEW_RAW_VALUES = 512;
/** The characters of a quantity that are read in about a microsecond. */
const CHARACTERS_A_UNIT = 32;

/** Decodes a quantity, as a string or a number, like the API server. */
export const quantity: Decoder<Quantity> = {
  decode(value, context) {
    if (typeof value === 'string' && value.length > CHARACTERS_A_UNIT) context.checkpoint.step(value.length / CHARACTERS_A_UNIT);
    try {
      return quantityFromJson(value ?? '0');
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      return context.fail(`expected a quantity such as "40Gi", found ${describe(value)}: ${error.message}`);
    }
  },
};

/** Decodes a quantity that must not be negative. The API server does not check this. */
export const quantityNotBelowZero: Decoder<Quantity> = {
  decode(value, context) {
    const amount = quantity.decode(value, context);
    return amount.sign() < 0 ? context.fail(`expected a quantity not below 0, found ${describe(value)}`) : amount;
  },
};

/** Longer names of drivers, pools and devices are rejected. The API server accepts at most 253 characters. */
export const MOST_NAME_LENGTH = 1024;

/** Decodes the name of a driver, a pool or a device. The key of each device contains these names, so long names would need much memory. */
export const deviceName: Decoder<string> = {
  ...string,
  decode(value, context) {
    const name = string.decode(value, context);
    if (name.length <= MOST_NAME_LENGTH) return name;
    return context.fail(`expected a name of at most ${MOST_NAME_LENGTH} characters, found one of ${name.length}`, 'input-too-large');
  },
};

/** Copies any JSON, so that later changes by the caller do not affect stored values. */
export const rawJson: LargeDecoder<Json> = {
  isWhole: true,
  decode(value, context) {
    const source = value ?? null;
    return copyFew(source, context, { left: FEW_RAW_VALUES }, 0) ?? inOneGo(new RawCopy(source, context).copying());
  },
  decoding: (value, context) => new RawCopy(value ?? null, context).copying(),
};

/** Copies JSON that was decoded as `rawJson`, prepared for JSON.stringify. */
export function* copyRaw(value: Json, checkpoint: Checkpoint): Incremental<Json> {
  const context = new DecodeContext([], undefined, checkpoint);
  const few = copyFew(value, context, { left: FEW_RAW_VALUES }, 0);
  return few === undefined ? yield* new RawCopy(value, context, true).copying() : withJson(few);
}

/** Copies a JSON object. */
export const rawObject = transform(
  prepared(rawJson, (value) => value ?? {}),
  (copy, context, value) => (isJsonObject(copy) ? copy : context.fail(`expected an object, found ${describe(value)}`)),
);

/** Maps the result of `inner` by `change`, which also receives a copy of the JSON object; undefined for an absent value. */
export function withCopy<A, B>(inner: LargeDecoder<A>, change: (decoded: A, copy: JsonObject | undefined) => B): Decoder<B> {
  const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null;
  return {
    ...schemaOf(inner),
    isWhole: true,
    decode(value, context) {
      const decoded = inner.decode(value, context);
      return change(decoded, isAbsent(value) ? undefined : rawObject.decode(value, context));
    },
    *decoding(value, context) {
      const decoded = yield* inner.decoding(value, context);
      return change(decoded, yield* decoding(rawObject, value, context));
    },
  };
}

/** Copies JSON of few values; undefined if there are more. */
function copyFew(value: Json, context: DecodeContext, budget: { left: number }, depth: number): Json | undefined {
  if (depth > MAX_RAW_DEPTH) return failTooDeep(context);
  if (budget.left-- <= 0) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return copyFewItems(value, context, budget, depth);
  if (!isJsonObject(value) || value instanceof Date) return scalarOf(value, context);
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (inner === undefined) continue;
    const copied = copyFew(inner, context, budget, depth + 1);
    if (copied === undefined) return undefined;
    setField(copy, key, copied);
  }
  return copy;
}

function copyFewItems(items: readonly Json[], context: DecodeContext, budget: { left: number }, depth: number): Json | undefined {
  if (items.length > budget.left) return undefined;
  const copy: Json[] = [];
  for (let index = 0; index < items.length; index++) {
    const copied = copyFew(items[index] ?? null, context, budget, depth + 1);
    if (copied === undefined) return undefined;
    copy.push(copied);
  }
  return copy;
}

function scalarOf(value: Json, context: DecodeContext): Json {
  if (value === null || value instanceof NumberLiteral) return value;
  if (value instanceof Date) return time.decode(value as never, context);
  if (!['number', 'bigint', 'boolean'].includes(typeof value)) return context.fail(`found ${describe(value)}`);
  return value;
}

function failTooDeep(context: DecodeContext): never {
  return context.fail(`nested deeper than ${MAX_RAW_DEPTH} levels`, 'input-too-large');
}

/** A list or an object during the copy. `keys` has the keys of an object. */
interface Level {
  readonly source: readonly Json[] | JsonObject;
  readonly keys: readonly string[] | undefined;
  readonly copy: Json[] | JsonObject;
  next: number;
}

/** A copy of JSON with many values, as a stack of levels from the root to the next value. */
class RawCopy {
  readonly #levels: Level[] = [];
  readonly #whole: Json;
  readonly #context: DecodeContext;
  readonly #isForOutput: boolean;
  #left = MAX_RAW_VALUES;

  /** `isForOutput`: prepares the copy for JSON.stringify like `withJson`. */
  constructor(whole: Json, context: DecodeContext, isForOutput = false) {
    this.#whole = whole;
    this.#context = context;
    this.#isForOutput = isForOutput;
  }

  *copying(): Incremental<Json> {
    const result = this.#begin(this.#whole);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.next === (level.keys ?? (level.source as readonly Json[])).length) this.#levels.pop();
      else this.#copyNext(level);
      if (this.#context.checkpoint.due()) yield;
    }
    return result;
  }

  #copyNext(level: Level): void {
    const { source, keys, copy } = level;
    const place = level.next++;
    if (keys === undefined) {
      const item = (source as readonly Json[])[place] ?? null;
      (copy as Json[]).push(this.#begin(item));
      if (typeof item === 'bigint' && this.#isForOutput) withOwnJson(copy);
      return;
    }
    const key = keys[place] as string;
    const value = (source as JsonObject)[key];
    if (value !== undefined) setField(copy as JsonObject, key, this.#begin(value));
    if (typeof value === 'bigint' && this.#isForOutput) withOwnJson(copy);
  }

  /** Returns the copy of a value. Its contents are copied later. */
  #begin(value: Json): Json {
    if (this.#levels.length > MAX_RAW_DEPTH) return failTooDeep(this.#context);
    if (this.#left-- <= 0) return this.#context.fail(`more than ${MAX_RAW_VALUES} values`, 'input-too-large');
    if (typeof value === 'string') return value;
    const isList = Array.isArray(value);
    if (!isList && (!isJsonObject(value) || value instanceof Date)) return scalarOf(value, this.#context);
    const copy: Json[] | JsonObject = isList ? [] : {};
    this.#levels.push({ source: value, keys: isList ? undefined : Object.keys(value), copy, next: 0 });
    return copy;
  }
}
