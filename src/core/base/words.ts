// Numbers, lists of names and external texts in messages.

import { copyText } from './copy-text.js';

/** Returns a number of things: `1 device`, `2 devices`. */
export function count(number: number | bigint, noun: string): string {
  return `${number} ${noun}${Number(number) === 1 ? '' : 's'}`;
}

/** Returns the first `most` names and the number of the others. */
export function some(names: readonly string[], most: number, separator = ', '): string {
  const shown = names.slice(0, most).join(separator);
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** Returns names in a sentence: `a`, `a and b`, `a, b and c`. */
export function inList(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Returns the beginning of a text of the input for messages. The result does not retain the rest in memory. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${copyText(text.slice(0, limit))}...`;
}

/** The most characters of a name in output. Valid names are shorter, even with a namespace, or with a driver and a pool. */
const MOST_OF_A_NAME = 600;

/** Shortens a name of the input for messages and results. */
export function shownName(name: string): string {
  return shorten(name, MOST_OF_A_NAME);
}
