// Decoders of single values: strings, booleans, integers, times.

import { describe } from '../base/describe.js';
import { inInt64 } from '../base/integers.js';
import { NumberLiteral } from '../base/json.js';
import type { Decoder } from './decoding.js';

export const string: Decoder<string> = {
  absent: { value: '' },
  decode(value, context) {
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return '';
    const isScalar = ['number', 'bigint', 'boolean'].includes(typeof value) || value instanceof NumberLiteral;
    const quote = isScalar ? '; put it in quotes' : '';
    return context.fail(`expected a string, found ${describe(value)}${quote}`);
  },
};

/** Decodes a time as a string. JavaScript clients may pass a Date. */
export const time: Decoder<string> = {
  ...string,
  decode(value, context) {
    if (!(value instanceof Date)) return string.decode(value, context);
    return Number.isNaN(value.getTime()) ? context.fail('expected a time, found an invalid Date') : value.toISOString();
  },
};

export const bool: Decoder<boolean> = {
  absent: { value: false },
  decode(value, context) {
    if (typeof value === 'boolean') return value;
    if (value === undefined || value === null) return false;
    return context.fail(`expected true or false, found ${describe(value)}`);
  },
};

/** Decodes a 64-bit integer, as a number or a bigint. */
export const int64: Decoder<bigint> = {
  absent: { value: 0n },
  decode(value, context) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
    if (typeof value === 'bigint' && inInt64(value)) return value;
    if (value === undefined || value === null) return 0n;
    if (typeof value === 'number' && Number.isInteger(value)) {
      return context.fail(`the number ${value} is beyond 2^53 and may have been rounded; give it as a bigint`);
    }
    if (typeof value === 'bigint') return context.fail(`${describe(value)} does not fit into 64 bits`);
    return context.fail(`expected an integer, found ${describe(value)}`);
  },
};

/** Decodes a non-negative 32-bit integer as a number. */
export const count32: Decoder<number> = {
  decode(value, context) {
    const number = int64.decode(value, context);
    if (number < 0n || number > 2147483647n) return context.fail(`expected an integer between 0 and 2147483647, found ${number}`);
    return Number(number);
  },
};

/** Decodes a 32-bit integer as a number. */
export const int32: Decoder<number> = {
  absent: { value: 0 },
  decode(value, context) {
    const number = int64.decode(value, context);
    if (BigInt.asIntN(32, number) !== number) return context.fail(`expected an integer of 32 bits, found ${number}`);
    return Number(number);
  },
};

/** Decodes whether a value is present. The contents of the value are not read. */
export const presence: Decoder<boolean> = { absent: { value: false }, decode: (value) => value !== undefined && value !== null };

/** Accepts any value and never reads it. */
export const ignored: Decoder<undefined> = { absent: { value: undefined }, decode: () => undefined };
