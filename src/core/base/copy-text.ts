// Copies texts for storage: in some runtimes a part of a text, or a joined text, retains the whole original.

/** Runtimes already copy shorter texts. */
const SHORTEST_PART = 13;

/** Returns a text with separate memory. */
export function copyText(text: string): string {
  // Only these two functions are certain to create a new text, even for texts with lone surrogates.
  return text.length < SHORTEST_PART ? text : (JSON.parse(JSON.stringify(text)) as string);
}
