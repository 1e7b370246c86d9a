// Texts that are stored: a part of a text keeps all of it in memory in some runtimes, and so does a text that was joined.

/** Shorter ones are copied by runtimes themselves. */
const SHORTEST_PART = 13;

/** Copies a text into memory of its own. */
export function ownText(text: string): string {
  // These two alone of all that give an equal text are sure to write it anew, also where characters are halves of others.
  return text.length < SHORTEST_PART ? text : (JSON.parse(JSON.stringify(text)) as string);
}
