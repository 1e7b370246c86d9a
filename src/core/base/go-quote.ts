// Text in double quotes as Go writes it (strconv.Quote), which most messages of the reference do with what they reject.

/** The characters that have an escape of their own, in Go as in CEL. */
export const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** Text that needs no escapes: all of ASCII that prints but the quote and the backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** The text as a literal of Go: what does not print is escaped. */
export function goQuote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  // Here, since it takes a millisecond to make, and is seldom needed.
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, goEscape)}"`;
}

/** The escape of a character that does not print, or has one of its own. */
function goEscape(character: string): string {
  const known = ESCAPES.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
