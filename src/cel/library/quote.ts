// strings.quote of cel-go: a string as a literal.

import { ESCAPES } from '../../go-quote.js';
import type { Frame } from '../frame.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are escaped
const ESCAPED = /[\x07\b\f\n\r\t\v\\"]/g;

/** Puts a text in double quotes and escapes what CEL has escapes for. */
export function quote(frame: Frame, text: string): string {
  frame.work(text.length * 4);
  return `"${text.replace(ESCAPED, (character) => ESCAPES.get(character) ?? character)}"`;
}
