// Decodes scalars from JSON as Go's decoders do.

import { parseTimestamp } from '../../cel/values/timestamp.js';
import { inInt64 } from '../../core/base/integers.js';
import { type Json, NumberLiteral } from '../../core/base/json.js';
import { meantQuantity } from '../../core/quantity/meant.js';
import { MAX_QUANTITY_LENGTH, QuantityError, quantityFromJson, withinLimit } from '../../core/quantity/quantity.js';
import { invalid } from '../messages.js';
import type { Scalar } from '../schema/schema.js';
import type { Decoded } from '../tree/decoded.js';
import { expected } from './words.js';

/** A readable rule: the message of the API server contains a regular expression. */
const QUANTITY_RULE = 'a quantity is a number with an optional suffix such as m, k, M, G, Ki, Mi or Gi';

const MAX_INT32 = 2n ** 31n - 1n;

/** A value that a type does not accept. */
export class RejectedValue {
  readonly message: string;
  readonly suggestion: string | undefined;

  constructor(message: string, suggestion?: string) {
    this.message = message;
    this.suggestion = suggestion;
  }
}

/** A value beyond a limit of this implementation, and the closest value within the limit. */
export class Limited {
  readonly nearest: Decoded;
  readonly message: string;

  constructor(nearest: Decoded, message: string) {
    this.nearest = nearest;
    this.message = message;
  }
}

/** Decodes a non-null value. Quantities and times remain texts. */
export function readScalar(json: Json, kind: Exclude<Scalar, 'RawExtension' | 'FieldsV1'>): Decoded | RejectedValue | Limited {
  switch (kind) {
    case 'string':
      return typeof json === 'string'
        ? json
        : new RejectedValue(expected({ kind }, json), isNumber(json) || typeof json === 'boolean' ? inQuotes(json) : undefined);
    case 'bool':
      return typeof json === 'boolean' ? json : new RejectedValue(expected({ kind }, json), withoutQuotes(json));
    case 'int32':
    case 'int64':
      return readInteger(json, kind);
    case 'IntOrString':
      return typeof json === 'string' ? json : readInteger(json, 'int32', kind);
    case 'Quantity':
      return readQuantity(json);
    case 'Time':
      return readTime(json);
  }
}

/**
 * Decodes an integer. A number with a zero fraction is an integer, because kubectl parses numbers in files and sends them
 * without the fraction.
 */
function readInteger(json: Json, kind: 'int32' | 'int64', as: Scalar = kind): Decoded | RejectedValue {
  const value = integerOf(json);
  if (value === undefined) return new RejectedValue(expected({ kind: as }, json), withoutQuotes(json));
  const fits = kind === 'int64' ? inInt64(value) : value <= MAX_INT32 && value >= -MAX_INT32 - 1n;
  return fits ? value : new RejectedValue(expected({ kind: as }, json));
}

function integerOf(json: Json): bigint | undefined {
  if (typeof json === 'bigint') return json;
  const number = json instanceof NumberLiteral ? Number(json.text) : json;
  return typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : undefined;
}

function readQuantity(json: Json): string | RejectedValue | Limited {
  if (typeof json !== 'string' && !isNumber(json)) return new RejectedValue(expected({ kind: 'Quantity' }, json));
  // The text as written: equal quantities may differ in their digits, and some rules check digits.
  const text = json instanceof NumberLiteral ? json.text : String(json);
  try {
    quantityFromJson(json);
    return text;
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    if (error.kind === 'limit' && text.length <= MAX_QUANTITY_LENGTH) return limited(text, error);
    const message = error.kind === 'format' ? invalid(text, QUANTITY_RULE) : `Invalid value: ${error.message}`;
    return new RejectedValue(message, typeof json === 'string' ? quantityAdvice(json) : undefined);
  }
}

/** The API server accepts exponents of 32 bits. */
function limited(text: string, { message }: QuantityError): RejectedValue | Limited {
  const nearest = withinLimit(text.trimEnd());
  const read = readQuantity(nearest);
  return typeof read === 'string' ? new Limited(read, message) : read;
}

function quantityAdvice(text: string): string | undefined {
  const meant = meantQuantity(text);
  if (meant === undefined) return undefined;
  return meant.isBinary ? `write ${meant.times1024}` : `write ${meant.times1000}, or ${meant.times1024} for units of 1024`;
}

function readTime(json: Json): string | RejectedValue {
  // JavaScript clients may represent a time as a Date.
  if (json instanceof Date && !Number.isNaN(json.getTime())) return json.toISOString();
  const isTime = typeof json === 'string' && parseTimestamp(json) !== undefined;
  return isTime ? json : new RejectedValue(expected({ kind: 'Time' }, json));
}

function isNumber(json: Json): boolean {
  return typeof json === 'number' || typeof json === 'bigint' || json instanceof NumberLiteral;
}

function inQuotes(json: Json): string {
  // The author may have written `n`, `off` or `yes`.
  if (typeof json === 'boolean') return 'put it in quotes';
  return `put it in quotes: "${json instanceof NumberLiteral ? json.text : String(json)}"`;
}

/** Returns the advice for a number or boolean in quotes. */
function withoutQuotes(json: Json): string | undefined {
  return typeof json === 'string' && /^(?:-?[0-9]{1,20}|true|false)$/.test(json) ? `write it without quotes: ${json}` : undefined;
}
