// Implements cel-go's strings.quote, which prints a string as a literal.

import { ESCAPES } from '../../core/base/go-quote.js';
import type { Frame } from '../run/frame.js';
import { memoryOf } from '../values/memory.js';

/** The work per character in a text with escapes, in steps (see Frame.work). */
const ESCAPED_WORK = 5;

/** Returns a text in double quotes, with escapes for the characters that have a CEL escape. */
export function quote(frame: Frame, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are escaped
  const escaped = /[\x07\b\f\n\r\t\v\\"]/;
  if (!escaped.test(text)) return `"${text}"`;
  frame.make(text.length * ESCAPED_WORK, 2 * memoryOf(text));
  return `"${text.replace(new RegExp(escaped, 'g'), (character) => ESCAPES.get(character) ?? character)}"`;
}
