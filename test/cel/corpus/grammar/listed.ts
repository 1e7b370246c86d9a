// Splits lists in a text: two or more blanks, or line ends, separate entries.

/** Returns the entries of a text. */
export function listed(text: string): string[] {
  return text.trim().split(/ {2,}|\s*\n\s*/);
}
