// Counts characters (code points) and bytes of texts, which JavaScript stores as UTF-16 units.

/** Above this length, a search is faster than a loop. */
const SHORT = 16;
const SURROGATE = /[\ud800-\udfff]/;

/** Returns whether some characters may have two units. If not, positions equal JavaScript's. */
export function hasSurrogates(text: string): boolean {
  return SURROGATE.test(text);
}

/** Returns whether a text is ASCII. For short texts, a loop is faster. */
export function isAscii(text: string): boolean {
  if (text.length > SHORT) return !/[^\0-\x7f]/.test(text);
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** Returns the number of characters of a string. */
export function stringSize(text: string): number {
  if (text.length > SHORT && !SURROGATE.test(text)) return text.length;
  let size = text.length;
  const last = text.length - 1;
  for (let at = 0; at < last; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    size -= 1;
    at += 1;
  }
  return size;
}

/** Returns the number of UTF-8 bytes of a text. */
export function utf8Length(text: string): number {
  if (isAscii(text)) return text.length;
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/** Returns the parts before and after the first separator; the second is undefined if there is no separator. */
export function cut(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
