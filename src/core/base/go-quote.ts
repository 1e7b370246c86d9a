// Text in double quotes as Go writes it (strconv.Quote). Most messages of the reference quote the rejected value in this form.

/** The characters with a short escape, in Go as in CEL. */
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

/** Text that needs no escapes: printable ASCII without the quote and the backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Returns the text as a Go literal, with characters that do not print escaped. */
export function goQuote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  // The pattern is compiled here, because it is rarely needed and compiling it costs a millisecond.
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, goEscape)}"`;
}

function goEscape(character: string): string {
  const escapeSequence = ESCAPES.get(character);
  if (escapeSequence !== undefined) return escapeSequence;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
