// strings.quote of cel-go: a string as a literal.

import { ESCAPES } from '../../core/base/go-quote.js';
import type { Frame } from '../run/frame.js';
import { memoryOf } from '../values/memory.js';

/** The work that a character takes in a text with some that are escaped, in steps (see Frame.work). */
const ESCAPED_WORK = 5;

/** Puts a text in double quotes and escapes what CEL has escapes for. */
export function quote(frame: Frame, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are escaped
  const escaped = /[\x07\b\f\n\r\t\v\\"]/;
  if (!escaped.test(text)) return `"${text}"`;
  frame.make(text.length * ESCAPED_WORK, 2 * memoryOf(text));
  return `"${text.replace(new RegExp(escaped, 'g'), (character) => ESCAPES.get(character) ?? character)}"`;
}
