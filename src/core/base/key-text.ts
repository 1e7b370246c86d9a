// Texts that stand for something, to be compared or looked up: two things have the same text only if they are the same.

/** A text that shows where it ends, so that what is joined of several has one meaning. */
export function lengthPrefixed(text: string): string {
  return `${text.length}:${text}`;
}
