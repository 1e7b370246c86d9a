// Lists in a text: entries are apart by two blanks or more, or by the end of a line.

/** The entries of a text. */
export function listed(text: string): string[] {
  return text.trim().split(/ {2,}|\s*\n\s*/);
}
