// Formats values for the clauses of `string.format`. Doubles are formatted for US English by golang.org/x/text, whose
// number types are narrower than a format string allows. Sources: cel-go ext/formatting.go; golang.org/x/text/message.

import { goQuote } from '../../core/base/go-quote.js';
import type { Frame } from '../run/frame.js';
import { compareStrings } from '../values/compare.js';
import { type Digits, fractionRounded, shortestDigits, significantRounded } from '../values/decimal.js';
import { Duration } from '../values/duration.js';
import { Timestamp } from '../values/timestamp.js';
import { CelMap, Failure, TypeValue, typeNameOf, Uint, type Value } from '../values/values.js';
import { bytesToString } from './conversions.js';
import { formatDouble } from './doubles.js';
import { type Verb, wrongArgument } from './string-format.js';

const DEFAULT_PRECISION = 6;
/** No double has more fraction digits. */
const MOST_FRACTION_DIGITS = 1_074;
/** The steps to format a value, and an item of a list (see Frame.work). */
const CLAUSE_WORK = 10;
const ITEM_WORK = 10;

/** Returns the steps to format a number with a fraction: exact digits need big integers. */
function numberWork(value: number, precision: number): number {
  const magnitude = value === 0 || !Number.isFinite(value) ? 0 : Math.abs(Math.log10(Math.abs(value)));
  return 150 + Math.ceil(magnitude + Math.min(precision, MOST_FRACTION_DIGITS)) * 0.5;
}

/** Formats a value for a clause. Reports the work on the text before it is joined. */
export function formatValue(frame: Frame, verb: Verb, value: Value, precision = DEFAULT_PRECISION): string | Failure {
  frame.work(CLAUSE_WORK);
  switch (verb) {
    case 's':
      return formatAny(frame, value);
    case 'd':
      return integerText(value, 10) ?? wrongArgument(verb, typeNameOf(value));
    case 'o':
      return integerText(value, 8) ?? wrongArgument(verb, typeNameOf(value));
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return integerText(value, 2) ?? wrongArgument(verb, typeNameOf(value));
    case 'x':
    case 'X':
      return formatHex(frame, verb, value);
    default:
      return formatNumber(frame, verb, value, precision);
  }
}

function integerText(value: Value, base: number): string | undefined {
  if (value instanceof Uint) return value.value.toString(base);
  return typeof value === 'bigint' ? value.toString(base) : undefined;
}

/** Each byte in hexadecimal. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function formatHex(frame: Frame, verb: Verb, value: Value): string | Failure {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (bytes instanceof Uint8Array) frame.work(bytes.length * 4);
  const text = bytes instanceof Uint8Array ? Array.from(bytes, (byte) => HEX[byte]).join('') : integerText(value, 16);
  if (text === undefined) return wrongArgument(verb, typeNameOf(value));
  return verb === 'X' ? text.toUpperCase() : text;
}

/** Formats a value for `%s`. */
function formatAny(frame: Frame, value: Value): string | Failure {
  if (Array.isArray(value)) return formatList(frame, value);
  if (value instanceof CelMap) return formatMap(frame, value);
  if (value instanceof Uint8Array) return bytesText(frame, value);
  if (value instanceof Duration || value instanceof Timestamp) return value.toString();
  if (value instanceof TypeValue) return value.type;
  if (typeof value === 'number') return formatDouble(value);
  if (value instanceof Uint) return String(value.value);
  if (typeof value === 'object' && value !== null) return wrongArgument('s', typeNameOf(value));
  const text = String(value);
  frame.work(text.length);
  return text;
}

function bytesText(frame: Frame, bytes: Uint8Array): string | Failure {
  frame.work(bytes.length);
  const text = bytesToString(bytes);
  return text instanceof Failure ? new Failure(`could not convert argument ${goQuote(text.message)} to string`) : (text as string);
}

/** Formats a value inside a list or map as a CEL literal. */
function formatItem(frame: Frame, value: Value): string | Failure {
  if (typeof value === 'number') return doubleItem(frame, value);
  if (value instanceof Duration) return `duration(${goQuote(value.toString())})`;
  if (value instanceof Timestamp) return `timestamp(${goQuote(value.toString())})`;
  if (typeof value === 'object' && value !== null && !isWritable(value))
    return new Failure(`no formatting function for ${typeNameOf(value)}`);
  const text = formatAny(frame, value);
  if (typeof text !== 'string') return text;
  if (typeof value === 'string') return goQuote(text);
  return value instanceof Uint8Array ? `b${goQuote(text)}` : text;
}

function isWritable(value: Value): boolean {
  return Array.isArray(value) || [CelMap, Uint8Array, Uint, TypeValue].some((type) => value instanceof type);
}

function doubleItem(frame: Frame, value: number): string {
  frame.work(numberWork(value, DEFAULT_PRECISION));
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value > 0 ? '"+Inf"' : '"-Inf"';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return `${sign}${pointText(fractionRounded(value, DEFAULT_PRECISION), DEFAULT_PRECISION)}`;
}

function formatList(frame: Frame, list: readonly Value[]): string | Failure {
  const items: string[] = [];
  for (const item of list) {
    frame.work(ITEM_WORK);
    const text = formatItem(frame, item);
    if (text instanceof Failure) return text;
    frame.work(text.length);
    items.push(text);
  }
  return `[${items.join(', ')}]`;
}

function formatMap(frame: Frame, map: CelMap): string | Failure {
  const entries: [key: string, text: string][] = [];
  for (const { key, value } of map.entries()) {
    frame.work(3 * ITEM_WORK);
    if (typeof key !== 'string' && typeof key !== 'boolean' && typeof key !== 'bigint' && !(key instanceof Uint))
      return new Failure(`no formatting function for map key of type ${typeNameOf(key)}`);
    const keyText = formatItem(frame, key) as string;
    const text = formatItem(frame, value);
    if (text instanceof Failure) return text;
    frame.work(keyText.length + text.length);
    entries.push([keyText, `${keyText}:${text}`]);
  }
  entries.sort(([a], [b]) => compareStrings(a, b, frame));
  return `{${entries.map(([, text]) => text).join(', ')}}`;
}

const SPECIAL_DOUBLES: ReadonlyMap<Value, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** The text for a width or precision with more digits than x/text parses. */
const UNREADABLE = '%!(NOVERB)';

function formatNumber(frame: Frame, verb: 'f' | 'e', value: Value, precision: number): string | Failure {
  const double = SPECIAL_DOUBLES.get(value) ?? value;
  if (typeof double !== 'number') return wrongArgument(verb, typeNameOf(value));
  if (isUnreadable(String(precision))) return UNREADABLE;
  // The precision of `f` is the width of `e`, whose precision is always 6.
  const width = verb === 'e' ? precision % 2 ** 16 : 0;
  frame.work(width + numberWork(double, verb === 'e' ? DEFAULT_PRECISION : precision));
  if (Number.isNaN(double)) return 'NaN'.padStart(width);
  const sign = double < 0 ? '-' : '';
  if (!Number.isFinite(double)) return `${sign}\u221e`.padStart(width);
  return `${sign}${verb === 'f' ? fixed(Math.abs(double), precision) : scientific(Math.abs(double))}`.padStart(width);
}

/** x/text rejects a digit that follows a number above a million. */
function isUnreadable(digits: string): boolean {
  return Array.from(digits).some((_, at) => Number(digits.slice(0, at)) > 1_000_000);
}

/** The precision has 16 bits when the number is rounded, but 8 bits when it is padded with zeros. */
function fixed(value: number, precision: number): string {
  const places = (precision << 16) >> 16;
  const rounded = places < 0 ? shortestDigits(value) : fractionRounded(value, places);
  const [whole = '', fraction] = pointText(rounded, precision % 2 ** 8).split('.');
  const grouped = inThousands(whole);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function inThousands(digits: string): string {
  const first = digits.length % 3;
  return [...(first === 0 ? [] : [digits.slice(0, first)]), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(',');
}

/** Returns digits with a decimal point and at least `places` digits after it. */
function pointText({ digits, exponent }: Digits, places: number): string {
  const whole = exponent > 0 ? digits.slice(0, exponent).padEnd(exponent, '0') : '0';
  const fraction = ('0'.repeat(Math.max(-exponent, 0)) + digits.slice(Math.max(exponent, 0))).padEnd(places, '0');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const SUPERSCRIPTS = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';

function scientific(value: number): string {
  const { digits, exponent } = significantRounded(value, DEFAULT_PRECISION + 1);
  const power = digits === '' ? 0 : exponent - 1;
  const mantissa = digits.padEnd(DEFAULT_PRECISION + 1, '0');
  const raised = Array.from(String(Math.abs(power)).padStart(2, '0'), (digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${mantissa[0]}.${mantissa.slice(1)}\u00d710${power < 0 ? '\u207b' : ''}${raised}`;
}
