// Splits text into tokens. The longest token is used. If no token fits, the characters read so far are reported and skipped.
// Source: cel-go parser/gen/CEL.g4, lexer rules.

import type { Token, TokenKind } from './token.js';

/** Reports characters that are not a token, and their start. */
type ReportCharacters = (at: number, characters: string) => void;

const WORDS: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null'] satisfies TokenKind[]);
const LONGEST_WORD = 'false'.length;
const BLANKS = /(?:[\t\n\f\r ]|\/\/[^\n]*)+/y;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
const STRING_START = /([bB]?)([rR]?)(["'])/y;
const FLOAT = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y;
const INTEGER = /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y;
const ESCAPED_PART = /[A-Za-z0-9_.\-/ ]*/y;
const HEX_DIGIT = /[0-9a-fA-F]/;

/** The characters of an escape sequence after the backslash and its first character, one pattern each. */
const ESCAPES: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ...[...'abfnrtv"\'\\?`'].map((char): [string, RegExp[]] => [char, []]),
  ...[...'0123'].map((char): [string, RegExp[]] => [char, [/[0-7]/, /[0-7]/]]),
  ...[...'xX'].map((char): [string, RegExp[]] => [char, [HEX_DIGIT, HEX_DIGIT]]),
  ['u', new Array<RegExp>(4).fill(HEX_DIGIT)],
  ['U', new Array<RegExp>(8).fill(HEX_DIGIT)],
]);

/** The offset of the character at which no token fits any more. */
interface Stuck {
  readonly stuck: number;
}

/** The end of a token. */
type Match = { readonly kind: TokenKind; readonly end: number } | Stuck;

/** Reads tokens on demand, since a parser error may precede errors about characters that are never read. */
export class Lexer {
  readonly #text: string;
  readonly #report: ReportCharacters;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(text: string, report: ReportCharacters) {
    this.#text = text;
    this.#report = report;
  }

  /** Returns the token at an index. EOF follows the last token indefinitely. */
  token(index: number): Token {
    const cachedToken = this.#tokens[index];
    if (cachedToken !== undefined) return cachedToken;
    let last = this.#tokens.at(-1);
    while (index >= this.#tokens.length && last?.kind !== 'EOF') {
      last = this.#read();
      this.#tokens.push(last);
    }
    return last as Token;
  }

  #read(): Token {
    let hidden = '';
    for (;;) {
      if (isBlank(this.#text.charCodeAt(this.#at))) hidden += this.#take(endOfBlanks(this.#text, this.#at));
      const at = this.#at;
      if (at >= this.#text.length) return { kind: 'EOF', text: '', at, hidden };
      const match = recognize(this.#text, at);
      if ('end' in match) return { kind: match.kind, text: this.#take(match.end), at, hidden };
      const width = (this.#text.codePointAt(match.stuck) ?? 0) > 0xffff ? 2 : 1;
      this.#report(at, this.#take(Math.min(match.stuck + width, this.#text.length)));
    }
  }

  #take(end: number): string {
    const taken = this.#text.slice(this.#at, end);
    this.#at = end;
    return taken;
  }
}

/** Returns whether a unit can start white space or a comment. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0x2f;
}

/** Returns the end of white space and comments; most are one space. */
function endOfBlanks(text: string, at: number): number {
  const isOneSpace = text.charCodeAt(at) === 0x20 && !isBlank(text.charCodeAt(at + 1));
  return isOneSpace ? at + 1 : (endOf(BLANKS, text, at) ?? at);
}

function recognize(text: string, at: number): Match {
  const char = text[at] as string;
  const string = '"\'bBrR'.includes(char) ? matchString(text, at) : undefined;
  if (string !== undefined && 'end' in string) return string;
  const word = endOf(IDENTIFIER, text, at);
  if (word !== undefined) return { kind: kindOfWord(text, at, word), end: word };
  if (string !== undefined) return string;
  const number = '.0123456789'.includes(char) ? matchNumber(text, at) : undefined;
  if (number !== undefined) return number;
  const operator = endOf(OPERATOR, text, at);
  if (operator !== undefined) return { kind: text.slice(at, operator) as TokenKind, end: operator };
  if (char === '`') return matchEscapedIdentifier(text, at);
  // These characters begin an operator, so the next character is also read.
  return { stuck: '=&|'.includes(char) ? at + 1 : at };
}

function kindOfWord(text: string, at: number, end: number): TokenKind {
  if (end - at > LONGEST_WORD) return 'IDENTIFIER';
  const word = text.slice(at, end);
  return WORDS.has(word) ? (word as TokenKind) : 'IDENTIFIER';
}

function matchNumber(text: string, at: number): Match | undefined {
  const float = endOf(FLOAT, text, at);
  const integer = endOf(INTEGER, text, at);
  if (float !== undefined && float > (integer ?? 0)) return { kind: 'NUM_FLOAT', end: float };
  if (integer === undefined) return undefined;
  return { kind: /[uU]/.test(text[integer - 1] as string) ? 'NUM_UINT' : 'NUM_INT', end: integer };
}

function matchEscapedIdentifier(text: string, at: number): Match {
  const end = endOf(ESCAPED_PART, text, at + 1) ?? at + 1;
  return text[end] === '`' && end > at + 1 ? { kind: 'ESC_IDENTIFIER', end: end + 1 } : { stuck: end };
}

/** Matches a string or bytes; undefined if none starts here. */
function matchString(text: string, at: number): Match | undefined {
  STRING_START.lastIndex = at;
  const [start, bytes, raw, quote] = STRING_START.exec(text) ?? [];
  if (start === undefined || quote === undefined) return undefined;
  const content = at + start.length;
  const isLong = text.startsWith(quote + quote, content);
  let end = endOfContent(text, isLong ? content + 2 : content, isLong ? quote.repeat(3) : quote, raw !== '');
  // Three quotes that are not closed are an empty string and another quote.
  if (isLong && typeof end !== 'number') end = content + 1;
  return typeof end === 'number' ? { kind: bytes === '' ? 'STRING' : 'BYTES', end } : end;
}

function endOfContent(text: string, from: number, delimiter: string, raw: boolean): number | Stuck {
  let at = from;
  while (at < text.length) {
    if (text.startsWith(delimiter, at)) return at + delimiter.length;
    const char = text[at] as string;
    if (delimiter.length === 1 && (char === '\n' || char === '\r')) return { stuck: at };
    if (raw || char !== '\\') {
      at += 1;
      continue;
    }
    const end = endOfEscape(text, at);
    if (typeof end !== 'number') return end;
    at = end;
  }
  return { stuck: at };
}

function endOfEscape(text: string, at: number): number | Stuck {
  const rest = ESCAPES.get(text[at + 1] ?? '');
  if (rest === undefined) return { stuck: at + 1 };
  const wrong = rest.findIndex((pattern, i) => !pattern.test(text[at + 2 + i] ?? ''));
  return wrong === -1 ? at + 2 + rest.length : { stuck: at + 2 + wrong };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
