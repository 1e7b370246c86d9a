// Unambiguous key texts: two values have the same text only if they are equal.

/** Returns a text that shows where it ends, so that a concatenation of such texts has one meaning. */
export function lengthPrefixed(text: string): string {
  return `${text.length}:${text}`;
}
