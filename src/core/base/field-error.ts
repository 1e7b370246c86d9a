// Errors of fields in the words of the API machinery. Source: k8s.io/apimachinery/pkg/util/validation/field errors.go.

import { goQuote } from './go-quote.js';

/** `path: Invalid value: value: detail`, the value being printed as Go's %q prints a string. */
export function invalidString(path: string, value: string, detail: string): string {
  return `${path}: Invalid value: ${quoted(value)}: ${detail}`;
}

/** Words the error for a list, printed as JSON. An empty list counts as absent, which is null. */
export function invalidList(path: string, values: readonly string[], detail: string): string {
  const text = values.length === 0 ? 'null' : `[${told(values, goJson, ',')}]`;
  return `${path}: Invalid value: ${text}: ${detail}`;
}

/** `path: Unsupported value: "value": supported values: ...`. */
export function notSupported(path: string, value: string, supported: readonly string[]): string {
  return `${path}: Unsupported value: ${goJson(value)}: supported values: ${supported.map(quoted).join(', ')}`;
}

/** Things of one kind that a message tells; of more it says how many there are. The reference tells all of them. */
const MOST_TOLD = 64;

/** Some things as one text: the first of them, and how many more there are. */
export function told<T>(things: readonly T[], textOf: (thing: T) => string, separator: string): string {
  const texts = things.slice(0, MOST_TOLD).map(textOf);
  if (things.length > MOST_TOLD) texts.push(`... and ${things.length - MOST_TOLD} more`);
  return texts.join(separator);
}

/** Several messages as one, without repetitions: alone as it is, otherwise in brackets (errors.Aggregate). */
export function aggregate(messages: readonly string[]): string {
  const distinct = new Set<string>();
  let looked = 0;
  for (; looked < messages.length && distinct.size < MOST_TOLD; looked++) distinct.add(messages[looked] as string);
  const texts = [...distinct];
  if (looked < messages.length) texts.push(`... and up to ${messages.length - looked} more`);
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
}

/** A string in quotes as messages of the API machinery have it. */
export function quoted(text: string): string {
  return goQuote(wellFormed(text));
}

/** A string as Go's encoding/json writes it: what could be read as HTML or ends a line of JavaScript is escaped. */
function goJson(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}

/** Half of a surrogate pair cannot exist in Go, which reads it as U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0');
}
