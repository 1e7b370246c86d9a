// Measures the size of JSON as kubectl sends it.

import type { Json } from '../../core/base/json.js';
import { NumberLiteral } from '../../core/base/json.js';

/** Returns whether JSON without whitespace exceeds a number of bytes. Stops counting at the limit. */
export function isLongerJson(json: Json, mostBytes: number): boolean {
  let left = mostBytes;
  const rest: Json[] = [json];
  while (left >= 0) {
    const next = rest.pop();
    if (next === undefined) return false;
    left -= shallowBytes(next);
    if (left >= 0) for (const inner of innerValues(next)) rest.push(inner);
  }
  return true;
}

/** Returns the values of a list or object. `shallowBytes` counts commas and keys with the list or object. */
function innerValues(json: Json): readonly Json[] {
  if (Array.isArray(json)) return json;
  return typeof json === 'object' && json !== null && !(json instanceof NumberLiteral) ? (Object.values(json) as readonly Json[]) : [];
}

function shallowBytes(json: Json): number {
  if (typeof json === 'string') return bytesOfText(json);
  if (Array.isArray(json)) return Math.max(2, json.length + 1);
  if (json instanceof NumberLiteral) return json.text.length;
  if (typeof json !== 'object' || json === null) return String(json).length;
  const keys = Object.keys(json);
  return keys.reduce((bytes, key) => bytes + bytesOfText(key) + 1, Math.max(2, keys.length + 1));
}

const encoder = new TextEncoder();

/** Returns the bytes of a quoted text as Go's encoding/json writes it: the HTML characters `<`, `>` and `&` become escapes of six bytes. */
function bytesOfText(text: string): number {
  const escaped = text.match(/[<>&]/g)?.length ?? 0;
  return encoder.encode(JSON.stringify(text)).length + 5 * escaped;
}
