// Scans and decodes the strings of a JSON text.

/** Returns whether a character code is white space in JSON. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns the offset after the closing quote of the string at an offset; -1 without a closing quote. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) at++;
  }
  return -1;
}

/** Returns the value of a string literal; undefined if it is invalid. A lone surrogate becomes U+FFFD, as in Go. */
export function parseJsonString(literal: string): string | undefined {
  try {
    const value = JSON.parse(literal) as string;
    return literal.includes('\\u') ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
  } catch {
    return undefined;
  }
}

/** Returns the index of the first unknown escape or unescaped control character of an invalid string literal. */
export function invalidStringIndex(literal: string): number {
  let at = 1;
  while (at < literal.length - 1 && literal.charCodeAt(at) >= 0x20) {
    if (literal[at] !== '\\') at++;
    else if (/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(literal.slice(at, at + 6))) at += 2;
    else break;
  }
  return at;
}
