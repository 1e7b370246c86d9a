// Prints values like Go: as JSON with sorted keys, and with fmt's verb for any value. kubectl prints results of templates in these ways.

import { isJsonObject } from '../../../core/api/decoder.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { type Json, type JsonObject, NumberLiteral } from '../../../core/base/json.js';

/** The characters that encoding/json escapes, so that JSON can be embedded in HTML. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/** Returns JSON like json.Marshal: on one line, with sorted keys. */
export function marshal(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value).replace(ESCAPED, escapeUnit);
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral) return scalarText(value, 1e-6);
  if (Array.isArray(value)) return `[${value.map(marshal).join(',')}]`;
  return `{${sorted(value as JsonObject)
    .map(([key, member]) => `${marshal(key)}:${marshal(member)}`)
    .join(',')}}`;
}

/** Returns text like fmt.Sprint: lists as `[a b]`, objects as `map[key:value]`. */
export function sprint(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(sprint).join(' ')}]`;
  if (isJsonObject(value))
    return `map[${sorted(value)
      .map(([key, member]) => `${key}:${sprint(member)}`)
      .join(' ')}]`;
  return scalarText(value, 1e-4);
}

/** Returns a number, boolean or null as text. Numbers nearer to zero than `smallest` have an exponent. */
function scalarText(value: Json, smallest: number): string {
  if (value instanceof NumberLiteral) return value.text;
  if (typeof value !== 'number' || value === 0 || Math.abs(value) >= smallest) return String(value);
  const [digits, exponent = ''] = value.toExponential().split('e-');
  return `${digits}e-${smallest < 1e-5 ? exponent : exponent.padStart(2, '0')}`;
}

function sorted(value: JsonObject): [string, Json][] {
  return Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
