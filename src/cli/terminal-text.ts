// Text from outside on a terminal: names in a dump may hold anything, escape sequences included.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, without the line feed
const CONTROLS_BUT_NEWLINE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function visible(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** One line: control characters, line feeds too, become `\u001b`. */
export function printable(text: string): string {
  return text.replace(CONTROLS, visible);
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.replace(CONTROLS_BUT_NEWLINE, visible);
}
