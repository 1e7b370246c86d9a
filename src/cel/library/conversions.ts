// Converts between the basic types as cel-go's ConvertToType does.

import { inInt64, inUint64 } from '../../core/base/integers.js';
import type { Duration } from '../values/duration.js';
import type { Timestamp } from '../values/timestamp.js';
import { type Failure, typeOfValue, Uint, type Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare, fail } from './declaration.js';
import { formatDouble, parseDouble } from './doubles.js';
import { hashOf, readingOf, SCANNED } from './work.js';

const noConversion = (from: string, to: string): Failure => fail(`type conversion error from '${from}' to '${to}'`);
const OVERFLOW = fail('integer overflow');
const UNSIGNED_OVERFLOW = fail('unsigned integer overflow');

const TRUE_TEXTS = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE_TEXTS = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function stringToBool(text: string): Value {
  if (TRUE_TEXTS.has(text)) return true;
  return FALSE_TEXTS.has(text) ? false : noConversion('string', 'bool');
}

/** Longer texts are rejected without parsing: they do not fit, unless they consist of leading zeros. */
const LONGEST_INTEGER = 100;

function stringToInt(text: string): Value {
  const value = text.length <= LONGEST_INTEGER && /^[+-]?[0-9]+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
  return value !== undefined && inInt64(value) ? value : noConversion('string', 'int');
}

function stringToUint(text: string): Value {
  const value = text.length <= LONGEST_INTEGER && /^[0-9]+$/.test(text) ? BigInt(text) : undefined;
  return value !== undefined && inUint64(value) ? new Uint(value) : noConversion('string', 'uint');
}

/** cel-go rejects values at and beyond these bounds, because the upper bound is already out of range. */
function doubleToInt(value: number): Value {
  if (!(value > -(2 ** 63) && value < 2 ** 63)) return OVERFLOW;
  return BigInt(Math.trunc(value));
}

function doubleToUint(value: number): Value {
  if (!(value >= 0 && value < 2 ** 64)) return UNSIGNED_OVERFLOW;
  return new Uint(BigInt(Math.trunc(value)));
}

/** The work of converting between text and bytes: a constant, and per byte, in steps (see Frame.work). */
const CODING_WORK = 60;
const CODED = 0.4;
/** The work of parsing or printing a number, per digit of a double, and of printing a time. */
const NUMBER_WORK = 15;
const DIGIT = 1;
const TIME_WORK = 30;
const readingInteger = (text: string): number => NUMBER_WORK + Math.min(text.length, LONGEST_INTEGER) * SCANNED;

/** Decodes UTF-8. Returns a Failure for invalid bytes. */
export function bytesToString(bytes: Uint8Array): string | Failure {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** Types with a conversion to themselves, and their names in overload ids. */
const SAME: readonly (readonly [type: string, written: string])[] = [
  ...['bool', 'bytes', 'double', 'string', 'duration', 'timestamp'].map((type) => [type, type] as const),
  ['int', 'int64'],
  ['uint', 'uint64'],
];

export const CONVERSIONS: readonly Declaration[] = [
  ...SAME.map(([type, id]) => declare<[Value]>(`${id}_to_${id}`, `${type}(${type}) ${type}`, CONSTANT, (_, value) => value)),
  declare<[Value]>('type', 'type(A) type(A)', CONSTANT, (_, value) => typeOfValue(value)),
  declare<[Value]>('to_dyn', 'dyn(A) dyn', CONSTANT, (_, value) => value),
  declare<[string]>('string_to_bool', 'bool(string) bool', hashOf, (_, text) => stringToBool(text)),
  declare<[string]>('string_to_bytes', 'bytes(string) bytes', readingOf(CODING_WORK, CODED), (_, text) => new TextEncoder().encode(text)),
  declare<[bigint]>('int64_to_double', 'double(int) double', CONSTANT, (_, value) => Number(value)),
  declare<[Uint]>('uint64_to_double', 'double(uint) double', CONSTANT, (_, value) => Number(value.value)),
  declare<[string]>(
    'string_to_double',
    'double(string) double',
    readingOf(NUMBER_WORK, DIGIT),
    (_, text) => parseDouble(text) ?? noConversion('string', 'double'),
  ),
  declare<[number]>('double_to_int64', 'int(double) int', CONSTANT, (_, value) => doubleToInt(value)),
  declare<[string]>('string_to_int64', 'int(string) int', readingInteger, (_, text) => stringToInt(text)),
  declare<[Duration]>('duration_to_int64', 'int(duration) int', CONSTANT, (_, { nanos }) => nanos),
  declare<[Timestamp]>('timestamp_to_int64', 'int(timestamp) int', CONSTANT, (_, { seconds }) => seconds),
  declare<[Uint]>('uint64_to_int64', 'int(uint) int', CONSTANT, (_, value) => (inInt64(value.value) ? value.value : OVERFLOW)),
  declare<[number]>('double_to_uint64', 'uint(double) uint', CONSTANT, (_, value) => doubleToUint(value)),
  declare<[bigint]>('int64_to_uint64', 'uint(int) uint', CONSTANT, (_, value) => (value < 0n ? UNSIGNED_OVERFLOW : new Uint(value))),
  declare<[string]>('string_to_uint64', 'uint(string) uint', readingInteger, (_, text) => stringToUint(text)),
  declare<[boolean]>('bool_to_string', 'string(bool) string', CONSTANT, (_, value) => String(value)),
  declare<[Uint8Array]>(
    'bytes_to_string',
    'string(bytes) string',
    (bytes) => CODING_WORK + bytes.length * CODED,
    (_, bytes) => bytesToString(bytes),
  ),
  declare<[number]>('double_to_string', 'string(double) string', NUMBER_WORK, (_, value) => formatDouble(value)),
  declare<[bigint]>('int64_to_string', 'string(int) string', NUMBER_WORK, (_, value) => String(value)),
  declare<[Duration]>('duration_to_string', 'string(duration) string', TIME_WORK, (_, duration) => duration.toString()),
  declare<[Timestamp]>('timestamp_to_string', 'string(timestamp) string', TIME_WORK, (_, timestamp) => timestamp.toString()),
  declare<[Uint]>('uint64_to_string', 'string(uint) string', NUMBER_WORK, (_, value) => String(value.value)),
];
