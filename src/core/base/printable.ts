// Escapes text from outside for a terminal: names in a dump may hold anything, escape sequences included.

/**
 * Characters that control a terminal or are invisible: controls, direction marks, line separators, characters without width, and
 * noncharacters, which mark styles.
 */
const UNSEEN = '\\u007f-\\u009f\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufdd0-\\ufdef';

const CONTROLS = new RegExp(`[\\u0000-\\u001f${UNSEEN}]`, 'g');
const CONTROLS_BUT_NEWLINE = new RegExp(`[\\u0000-\\u0009\\u000b-\\u001f${UNSEEN}]`, 'g');

function visible(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Returns a text as one line: control characters, including line feeds, become `\u001b`. */
export function printable(text: string): string {
  return text.replace(CONTROLS, visible);
}

/** Returns a text of several lines with its control characters escaped. */
export function printableLines(text: string): string {
  return text.replace(CONTROLS_BUT_NEWLINE, visible);
}
