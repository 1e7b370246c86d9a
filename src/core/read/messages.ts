// Words that messages of both languages share.

import { shorten } from '../base/words.js';
import { MAX_DEPTH, MAX_KEYS } from './limits.js';
import type { Position } from './read-error.js';

const SHOWN = 40;

/** A piece of the text in quotes, shortened, with control characters as `U+0001`. */
export function quoted(piece: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
  return `'${shorten(piece, SHOWN).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, codePoint)}'`;
}

/** A character as `U+0001`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The message for the second of two equal keys. */
export function duplicateKey(key: string, first: Position): string {
  return `duplicate key ${quoted(key)}, first at line ${first.line}, column ${first.column}`;
}

/** The message for the first key that is one too many. */
export function tooManyKeys(): string {
  return `the object has more than ${MAX_KEYS} keys`;
}

/** The message for the first level that is one too many. */
export function tooDeep(): string {
  return `the text nests deeper than ${MAX_DEPTH} levels`;
}
