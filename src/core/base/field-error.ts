// Errors of fields in the words of the API machinery. Source: k8s.io/apimachinery/pkg/util/validation/field errors.go.

import { goQuote } from './go-quote.js';
import { shownName } from './words.js';

/** Returns `path: Invalid value: value: detail`, with the value as Go's %q prints a string. */
export function invalidString(path: string, value: string, detail: string): string {
  return `${path}: Invalid value: ${quoted(value)}: ${detail}`;
}

/** Returns the error for a list, printed as JSON. An empty list counts as absent, which is null. */
export function invalidList(path: string, values: readonly string[], detail: string): string {
  const text = values.length === 0 ? 'null' : `[${limitedList(values, goJson, ',')}]`;
  return `${path}: Invalid value: ${text}: ${detail}`;
}

/** Returns `path: Unsupported value: "value": supported values: ...`. */
export function notSupported(path: string, value: string, supported: readonly string[]): string {
  return `${path}: Unsupported value: ${goJson(value)}: supported values: ${supported.map(quoted).join(', ')}`;
}

/** The most items that a message lists; it counts the rest. The reference lists all of them. */
const MOST_LISTED = 64;

/** Returns the first items as one text, and the number of the others. */
export function limitedList<T>(things: readonly T[], textOf: (thing: T) => string, separator: string): string {
  const texts = things.slice(0, MOST_LISTED).map(textOf);
  if (things.length > MOST_LISTED) texts.push(`... and ${things.length - MOST_LISTED} more`);
  return texts.join(separator);
}

/** Returns several messages as one, without repetitions. Several distinct messages are in brackets (errors.Aggregate). */
export function aggregate(messages: readonly string[]): string {
  const distinct = new Set<string>();
  let looked = 0;
  for (; looked < messages.length && distinct.size < MOST_LISTED; looked++) distinct.add(messages[looked] as string);
  const texts = [...distinct];
  if (looked < messages.length) texts.push(`... and up to ${messages.length - looked} more`);
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
}

/** Returns a string in quotes, as in messages of the API machinery, which do not shorten it. */
export function quoted(text: string): string {
  return goQuote(wellFormed(shownName(text)));
}

/** Returns a string as Go's encoding/json writes it: characters of HTML and line ends of JavaScript are escaped. */
function goJson(text: string): string {
  return JSON.stringify(wellFormed(shownName(text))).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}

/** Replaces lone surrogates with U+FFFD, because Go cannot represent them and reads them as this character. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0');
}
