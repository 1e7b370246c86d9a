// Resolves YAML scalars as kubectl does, by the rules of go.yaml.in/yaml/v2 (YAML 1.1 with exceptions), not by YAML 1.2. Source: resolve.go
// of that module; test/core/read/go-yaml.jsonl has its results.

import { inInt64, MAX_INT64, MAX_UINT64 } from '../base/integers.js';
import { quoted } from './messages.js';
import { decodeUtf8 } from './utf8.js';

/** A resolved scalar. An `int` lies between -2^63 and 2^64-1; a `float` may be infinite or not a number. */
export type Scalar =
  | { readonly kind: 'null'; readonly value: null }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string };

const TAG_PREFIX = 'tag:yaml.org,2002:';

/** Longer than any integer in the range of a double. */
const MAX_INTEGER_LENGTH = 400;

const NULL: Scalar = { kind: 'null', value: null };
const TRUE: Scalar = { kind: 'bool', value: true };
const FALSE: Scalar = { kind: 'bool', value: false };
const float = (value: number): Scalar => ({ kind: 'float', value });
const string = (value: string): Scalar => ({ kind: 'string', value });

/** Words of YAML 1.2, core schema, and their values. */
const CORE_WORDS = new Map<string, Scalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, NULL] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, TRUE] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, FALSE] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, float(Number.NaN)] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, float(Number.POSITIVE_INFINITY)] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, float(Number.NEGATIVE_INFINITY)] as const),
]);

/** Words that go-yaml does not read as strings. */
const WORDS = new Map<string, Scalar>([
  ...CORE_WORDS,
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, TRUE] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, FALSE] as const),
]);

/** Other texts, except the empty one, are strings for kubectl and in YAML 1.2. */
const CAN_RESOLVE = /^[-+.~0-9yYnNtTfFoO]/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
/** go-yaml passes a scalar that begins with a dot to Go's ParseFloat, which accepts underscores between digits. */
const DOT_FLOAT = /^\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?$/;
/** Go's integer literals; decimal ones have at most the digits of 64 bits. */
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]{0,19})$/;
/** go-yaml retries base 2 with a sign after the prefix. */
const SIGNED_BINARY = /^0b([-+])([01]+)$/;
const TIMESTAMP =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)| (\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?)?$/;

/** Returns whether a plain scalar may be anything other than a string. */
export function canResolve(text: string): boolean {
  return text === '' || CAN_RESOLVE.test(text);
}

/**
 * Resolves a scalar. `tag` is its full tag, undefined without one. Tags outside of the YAML standard are ignored.
 * Throws RangeError with a message for people if the text does not match the tag.
 */
export function resolveScalar(text: string, plain: boolean, tag: string | undefined): Scalar {
  if (tag === undefined) return plain ? resolvePlain(text) : string(text);
  switch (tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : '') {
    case 'binary':
      return string(decodeBase64(text));
    case 'timestamp':
      if (isTimestamp(text)) return string(text);
      throw new RangeError(`${quoted(text)} is not a timestamp`);
    case 'null':
      return ofKind(text, 'null', 'null');
    case 'bool':
      return ofKind(text, 'bool', 'a boolean');
    case 'int':
      return ofKind(text, 'int', 'an integer');
    case 'float': {
      const scalar = resolvePlain(text);
      return scalar.kind === 'int' && scalar.value <= MAX_INT64 ? float(Number(scalar.value)) : ofKind(text, 'float', 'a number');
    }
    default:
      return string(text);
  }
}

/** Returns the value of a plain scalar in YAML 1.2; undefined if it equals `read`. */
export function otherReading(text: string, read: Scalar): Scalar | undefined {
  const core = resolveCore(text);
  return sameScalar(read, core) ? undefined : core;
}

/** Returns the string of a scalar as a key, like sigs.k8s.io/yaml; undefined for scalars that cannot be a key (null, integers of 2^63 and more). */
export function scalarKey(scalar: Scalar): string | undefined {
  switch (scalar.kind) {
    case 'null':
      return undefined;
    case 'int':
      return scalar.value > MAX_INT64 ? undefined : String(scalar.value);
    case 'float':
      return formatFloat32(scalar.value);
    default:
      return String(scalar.value);
  }
}

function resolvePlain(text: string): Scalar {
  if (!canResolve(text)) return string(text);
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (text.startsWith('.')) return DOT_FLOAT.test(text) ? finite(text.replaceAll('_', ''), text) : string(text);
  if (!/^[-+0-9]/.test(text)) return string(text);
  const digits = text.replaceAll('_', '');
  const integer = parseInteger(digits);
  if (integer !== undefined) return { kind: 'int', value: integer };
  return FLOAT.test(digits) ? finite(digits, text) : string(text);
}

/** Returns the integer that Go's ParseInt or ParseUint finds with base 0; undefined if both fail. */
function parseInteger(text: string): bigint | undefined {
  const signed = SIGNED_BINARY.exec(text);
  const match = INTEGER.exec(signed === null ? text : `${signed[1]}0b${signed[2]}`);
  if (match === null) return undefined;
  const [, sign, digits = ''] = match;
  const magnitude = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits);
  if (sign === '-') return inInt64(-magnitude) ? -magnitude : undefined;
  return magnitude <= (sign === '+' ? MAX_INT64 : MAX_UINT64) ? magnitude : undefined;
}

/** Returns a float, or the text itself if the number is too large for a double. */
function finite(digits: string, text: string): Scalar {
  const value = Number(digits);
  return Number.isFinite(value) ? float(value) : string(text);
}

function ofKind(text: string, kind: Scalar['kind'], description: string): Scalar {
  const scalar = resolvePlain(text);
  if (scalar.kind !== kind) throw new RangeError(`${quoted(text)} is not ${description}`);
  return scalar;
}

function decodeBase64(text: string): string {
  const digits = text.replace(/[\r\n]+/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) throw new RangeError('!!binary needs base64 with padding');
  const bytes = Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
  try {
    return decodeUtf8(bytes, '');
  } catch {
    throw new RangeError('this !!binary value is not UTF-8 text, which JSON cannot hold');
  }
}

function isTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, ...clock] = match.slice(1).map((part) => Number(part ?? 0));
  const [hour = 0, minute = 0, second = 0] = match[4] === undefined ? clock.slice(3) : clock;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}

/** Resolves a scalar by the core schema (YAML 1.2, section 10.3.2). */
function resolveCore(text: string): Scalar {
  const word = CORE_WORDS.get(text);
  if (word !== undefined) return word;
  if (/^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/.test(text)) {
    // No value of go-yaml equals an integer of this length, so any value out of range is different.
    if (text.length > MAX_INTEGER_LENGTH) return float(Number.POSITIVE_INFINITY);
    return { kind: 'int', value: text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', '')) };
  }
  return FLOAT.test(text) ? float(Number(text)) : string(text);
}

function sameScalar(left: Scalar, right: Scalar): boolean {
  const numbers = (left.kind === 'int' || left.kind === 'float') && (right.kind === 'int' || right.kind === 'float');
  // Comparing a bigint with a number is exact. NaN counts as equal to every number.
  if (numbers) return !(left.value < right.value) && !(left.value > right.value);
  return left.kind === right.kind && left.value === right.value;
}

/** Returns a float as a key: Go's FormatFloat(value, 'g', -1, 32), with YAML's words for infinity and NaN. */
function formatFloat32(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  let shortest = '';
  for (let digits = 1; shortest === '' || Math.fround(Number(shortest)) !== single; digits++) shortest = single.toExponential(digits - 1);
  const [mantissa = '', exponent = ''] = shortest.split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(shortest));
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
