// Prints JSON: numbers that a double cannot represent keep their source text.

import { type Json, NumberLiteral } from '../../../core/base/json.js';
import { checkOutputLength } from './output-length.js';

/** Returns JSON text with kubectl's indentation and a final line feed. Throws AllocationError if it is too long. */
export function formatJson(value: Json): string {
  checkOutputLength(value);
  return `${format(value, '\n')}\n`;
}

function format(value: Json, newline: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof NumberLiteral) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${newline}    `;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.length === 0 ? '[]' : `[${items.map((item) => inner + format(item, inner)).join(',')}${newline}]`;
  }
  const members = Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${format(member, inner)}`);
  return members.length === 0 ? '{}' : `{${members.join(',')}${newline}}`;
}
