// Numbers and lists of names in sentences.

/** A number of things: `1 device`, `2 devices`. */
export function count(number: number | bigint, noun: string): string {
  return `${number} ${noun}${Number(number) === 1 ? '' : 's'}`;
}

/** The first of some names; of more than `most` it says how many there are. */
export function some(names: readonly string[], most: number, separator = ', '): string {
  const shown = names.slice(0, most).join(separator);
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
