// Decoders of values that are neither Kubernetes objects nor plain scalars: quantities, and JSON that is passed on verbatim.

import type { Json, JsonObject } from '../json.js';
import { NumberLiteral, setField } from '../json.js';
import type { Quantity } from '../quantity/quantity.js';
import { QuantityError, quantityFromJson } from '../quantity/quantity.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { describe, isJsonObject, time } from './decoder.js';

/** Deeper JSON is refused: whoever prints or compares it later may recurse. */
const MAX_RAW_DEPTH = 1000;
/** More values are refused: shared parts can make few objects look like very many. */
const MAX_RAW_VALUES = 1_000_000;

/** A quantity, given as a string or a number, as the API server takes both. */
export const quantity: Decoder<Quantity> = {
  decode(value, context) {
    try {
      return quantityFromJson(value ?? '0');
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      return context.fail(`expected a quantity such as "40Gi", found ${describe(value)}: ${error.message}`);
    }
  },
};

/** Any JSON, as a copy: what a caller does to its objects later must not reach what we keep. */
export const rawJson: Decoder<Json> = {
  decode: (value, context) => copyJson(value ?? null, context, { left: MAX_RAW_VALUES }, 0),
};

/** A JSON object, as a copy. */
export const rawObject: Decoder<JsonObject> = {
  decode(value, context) {
    const copy = rawJson.decode(value ?? {}, context);
    return isJsonObject(copy) ? copy : context.fail(`expected an object, found ${describe(value)}`);
  },
};

function copyJson(value: Json, context: DecodeContext, budget: { left: number }, depth: number): Json {
  if (depth > MAX_RAW_DEPTH) return context.fail(`nested deeper than ${MAX_RAW_DEPTH} levels`, 'input-too-large');
  if (budget.left-- <= 0) return context.fail(`more than ${MAX_RAW_VALUES} values`, 'input-too-large');
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.map((item) => copyJson(item ?? null, context, budget, depth + 1));
  }
  if (isJsonObject(value)) {
    if (value instanceof Date) return time.decode(value as never, context);
    const copy: JsonObject = {};
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (inner !== undefined) setField(copy, key, copyJson(inner, context, budget, depth + 1));
    }
    return copy;
  }
  if (value === null || value instanceof NumberLiteral) return value;
  if (!['number', 'bigint', 'boolean'].includes(typeof value)) return context.fail(`found ${describe(value)}`);
  return value;
}
