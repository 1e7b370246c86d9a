// Computes the values of literals. Source: cel-go parser/unescape.go and the literal visitors in parser/parser.go.

import { inInt64, inUint64 } from '../../core/base/integers.js';
import { append } from '../../core/base/lists.js';
import { Uint } from '../values/values.js';

/** Returns an int literal with its sign; undefined if it exceeds 64 bits. */
export function intOf(sign: string, text: string): bigint | undefined {
  const value = sign === '' ? BigInt(text) : -BigInt(text);
  return inInt64(value) ? value : undefined;
}

/** Returns a uint literal with its suffix; undefined if it exceeds 64 bits. */
export function uintOf(text: string): Uint | undefined {
  const value = BigInt(text.slice(0, -1));
  return inUint64(value) ? new Uint(value) : undefined;
}

/** Returns a double literal with its sign; undefined if it is out of range. */
export function doubleOf(sign: string, text: string): number | undefined {
  const value = Number(sign + text);
  return Number.isFinite(value) ? value : undefined;
}

/** An invalid literal, with the message of the reference. */
export class LiteralError extends Error {}

/** Returns the characters of a string literal. Throws LiteralError. */
export function stringOf(literal: string): string {
  const { content, raw } = contentOf(literal);
  if (raw) return content;
  return content.replace(ESCAPE, (_, sequence: string) => {
    const short = SHORT_ESCAPES.get(sequence);
    if (short !== undefined) return short;
    const point = numberOf(sequence);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) throw new LiteralError('invalid unicode code point');
    return String.fromCodePoint(point);
  });
}

/** Returns the bytes of a literal that begins with `b`. Throws LiteralError. */
export function bytesOf(literal: string): Uint8Array {
  const { content, raw } = contentOf(literal.slice(1));
  if (raw) return new TextEncoder().encode(content);
  const bytes: number[] = [];
  let end = 0;
  for (const { 0: whole, 1: sequence = '', index } of content.matchAll(ESCAPE)) {
    if (/^[uU]/.test(sequence)) throw new LiteralError('unable to unescape string');
    append(bytes, new TextEncoder().encode(content.slice(end, index)));
    bytes.push(SHORT_ESCAPES.get(sequence)?.charCodeAt(0) ?? numberOf(sequence));
    end = index + whole.length;
  }
  append(bytes, new TextEncoder().encode(content.slice(end)));
  return Uint8Array.from(bytes);
}

/** Matches every escape sequence that the lexer accepts. */
const ESCAPE = /\\([xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)/gs;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ...[...'\\\'"`?'].map((char): [string, string] => [char, char]),
]);

/** Returns the number that the characters after a backslash represent. */
function numberOf(sequence: string): number {
  return /^[0-3]/.test(sequence) ? Number.parseInt(sequence, 8) : Number.parseInt(sequence.slice(1), 16);
}

/** Returns the text between the quotes with line ends as `\n`, even in raw strings. */
function contentOf(literal: string): { readonly content: string; readonly raw: boolean } {
  const raw = /^[rR]/.test(literal);
  const quoted = (raw ? literal.slice(1) : literal).replace(/\r\n?/g, '\n');
  const width = quoted.length >= 6 && /^("""|''')/.test(quoted) ? 3 : 1;
  return { content: quoted.slice(width, -width), raw };
}
