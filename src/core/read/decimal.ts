// Converts decimal notation to the smallest exact JSON value: number, bigint, or the text itself.

import { type Json, NumberLiteral } from '../base/json.js';

/** Longer integers stay text, because no field can have them and converting them is slower than linear. */
const MAX_INTEGER_DIGITS = 1000;

/** Returns an integer of JSON: a number if it is safe, else a bigint (a literal above 1,000 digits). */
export function exactInteger(text: string): Json {
  const value = Number(text);
  // An integer has no negative zero.
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return text.length > MAX_INTEGER_DIGITS ? new NumberLiteral(text) : BigInt(text);
}

/** Returns a number with fraction or exponent: a number if the double prints back to an equal decimal, else a literal. */
export function exactNumber(text: string): Json {
  const value = Number(text);
  const printed = String(value);
  return printed === text || (Number.isFinite(value) && sameDecimal(text, printed)) ? value : new NumberLiteral(text);
}

/** Returns whether two decimal notations have the same value. */
function sameDecimal(left: string, right: string): boolean {
  const a = normalize(left);
  const b = normalize(right);
  return a.digits === b.digits && a.exponent === b.exponent && (a.negative === b.negative || a.digits === '');
}

/** Returns `0.digits * 10^exponent`, without zeros at either end. Zero has no digits and exponent 0. */
function normalize(text: string): { negative: boolean; digits: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const all = whole + fraction;
  let start = 0;
  while (all.charCodeAt(start) === 48) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  const digits = all.slice(start, end);
  return { negative: text.startsWith('-'), digits, exponent: digits === '' ? 0 : Number(exponent) + whole.length - start };
}
