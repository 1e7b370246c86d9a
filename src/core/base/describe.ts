// Describes any value for messages.

import { NumberLiteral } from './json.js';
import { shorten } from './words.js';

/** Returns a description of a value: `a list`, `the number 3`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof NumberLiteral) return `the number ${shorten(value.text, 40)}`;
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(shorten(value, 40))}`;
    case 'number':
    case 'bigint':
      return `the number ${shorten(String(value), 40)}`;
    case 'boolean':
      return `the boolean ${value}`;
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}

/** Returns the message of a caught error as text, since any value can be thrown. */
export function messageText(message: unknown): string {
  return typeof message === 'string' ? message : describe(message);
}
