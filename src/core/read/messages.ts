// Messages of the readers of JSON and YAML.

import { shorten } from '../base/words.js';
import { MAX_DEPTH, MAX_KEYS } from './limits.js';
import type { Position } from './read-error.js';

const SHOWN = 40;

/** Returns a piece of the text in quotes, shortened, with control characters as `U+0001`. */
export function quoted(piece: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
  return `'${shorten(piece, SHOWN).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, codePoint)}'`;
}

export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the message for the second of two equal keys. */
export function duplicateKey(key: string, first: Position): string {
  return `duplicate key ${quoted(key)}, first at line ${first.line}, column ${first.column}`;
}

/** Returns the message for the first key above the limit. */
export function tooManyKeys(): string {
  return `the object has more than ${MAX_KEYS} keys`;
}

/** Returns the message for the first level above the limit. */
export function tooDeep(): string {
  return `the text nests deeper than ${MAX_DEPTH} levels`;
}
