// Parses JSON exactly: no rounded numbers, no lost duplicates, no inherited properties, and a bounded depth.

import type { Json } from '../base/json.js';
import { exactInteger, exactNumber } from './decimal.js';
import type { DuplicateKeys } from './duplicate-keys.js';
import { memberOffset } from './json-locate.js';
import { newObject, type OpenObject } from './json-object.js';
import { invalidStringIndex, parseJsonString, stringEnd } from './json-string.js';
import { MAX_DEPTH, MAX_KEYS, MAX_VALUES } from './limits.js';
import { codePoint, duplicateKey, quoted, tooDeep, tooManyKeys } from './messages.js';
import type { ReadCache } from './read-cache.js';
import { SourceText } from './source-text.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** An integer of at most this many digits is safe, so it can be summed digit by digit. */
const SAFE_DIGITS = 15;

/** The deepest level of cached objects: Kubernetes objects occur in lists of a document, and in lists within them. */
const MAX_CACHED_DEPTH = 4;
/** The most cache misses of one text. After them its other objects are probably new too. */
const MAX_MISSES = 256;

/** The number of values between two calls of `look`: less than a millisecond of work. */
const VALUES_BETWEEN_LOOKS = 4096;

/** The most characters of an unexpected word in a message. */
const WORD_LENGTH = 20;

/** A value of a text and its offset. */
interface JsonDocument {
  readonly value: Json;
  readonly offset: number;
}

/**
 * Reads consecutive objects and arrays with optional white space between them. Returns cached objects for texts that occur
 * repeatedly. Duplicate keys in them are errors. Returns cached objects where their texts repeat; duplicate keys in them are
 * errors.
 */
export function scanJson(source: SourceText, { duplicates, cache, look }: ScanOptions = {}): Generator<JsonDocument> {
  return new JsonScanner(source, { duplicates, cache: duplicates === undefined ? cache : undefined, look }).documents();
}

interface ScanOptions {
  readonly duplicates?: DuplicateKeys | undefined;
  readonly cache?: ReadCache | undefined;
  /** Called at regular intervals. It may throw to end the reading. */
  readonly look?: (() => void) | undefined;
}

class JsonScanner {
  private readonly source: SourceText;
  private readonly text: string;
  private readonly duplicates: DuplicateKeys | undefined;
  /** The offset of the next character. */
  private at = 0;
  /** The number of values until the limit. */
  private valuesLeft = MAX_VALUES;
  private readonly cache: ReadCache | undefined;
  private missesLeft = MAX_MISSES;
  private readonly look: (() => void) | undefined;
  /** The number of values left at the next call of `look`; 0 if only the limit counts. */
  private nextLook = 0;

  constructor(source: SourceText, { duplicates, cache, look }: ScanOptions) {
    this.source = source;
    this.text = source.text;
    this.duplicates = duplicates;
    this.cache = cache;
    this.look = look;
    if (look !== undefined) this.nextLook = MAX_VALUES;
  }

  *documents(): Generator<JsonDocument> {
    let what = "'{' or '['";
    for (let code = this.skipSpace(); this.at < this.text.length; code = this.skipSpace()) {
      if (code !== OPEN_BRACE && code !== OPEN_BRACKET) throw this.expected(what);
      const offset = this.at;
      yield { value: this.value(code, 0), offset };
      what = "'{', '[' or the end of the text";
    }
  }

  /** Reads the value whose first character is `code`. */
  private value(code: number, depth: number): Json {
    if (this.valuesLeft-- <= this.nextLook) this.checkLimits();
    switch (code) {
      case QUOTE:
        return this.string();
      case OPEN_BRACE:
        return this.object(depth + 1);
      case OPEN_BRACKET:
        return this.array(depth + 1);
      case 0x74:
        return this.word('true', true);
      case 0x66:
        return this.word('false', false);
      case 0x6e:
        return this.word('null', null);
      default:
        if (code === MINUS || (code >= ZERO && code <= NINE)) return this.number();
        throw this.expected('a value');
    }
  }

  private checkLimits(): void {
    if (this.valuesLeft < 0) throw this.source.errorAt(this.at, `the text holds more than ${MAX_VALUES} values`);
    this.nextLook = Math.max(0, this.valuesLeft - VALUES_BETWEEN_LOOKS);
    this.look?.();
  }

  private object(depth: number): OpenObject {
    const start = this.at;
    this.enter(depth);
    const object = newObject();
    let code = this.skipSpace();
    if (code === CLOSE_BRACE) {
      this.at++;
      return object;
    }
    for (let keys = 1; ; keys++) {
      if (code !== QUOTE) throw this.expected('a key in double quotes');
      const keyOffset = this.at;
      if (keys > MAX_KEYS) throw this.source.errorAt(keyOffset, tooManyKeys());
      const key = this.string();
      if (object[key] !== undefined) this.duplicate(object, key, keyOffset, start);
      if (this.skipSpace() !== COLON) throw this.expected("':' after the key");
      this.at++;
      object[key] = this.value(this.skipSpace(), depth);
      code = this.skipSpace();
      this.at++;
      if (code === CLOSE_BRACE) return object;
      if (code !== COMMA) throw this.expected("',' or '}'", this.at - 1);
      code = this.skipSpace();
    }
  }

  private array(depth: number): Json[] {
    this.enter(depth);
    const array: Json[] = [];
    let code = this.skipSpace();
    if (code === CLOSE_BRACKET) {
      this.at++;
      return array;
    }
    const { cache } = this;
    const mayBeCached = cache !== undefined && depth <= MAX_CACHED_DEPTH;
    for (;;) {
      array.push(mayBeCached && code === OPEN_BRACE && this.missesLeft > 0 ? this.item(cache, depth) : this.value(code, depth));
      code = this.skipSpace();
      this.at++;
      if (code === CLOSE_BRACKET) return array;
      if (code !== COMMA) throw this.expected("',' or ']'", this.at - 1);
      code = this.skipSpace();
    }
  }

  /** Reads an object of a list, from the cache if its text occurred before. */
  private item(cache: ReadCache, depth: number): Json {
    const { text, at: start } = this;
    const cachedObject = cache.find(text, start);
    if (cachedObject !== undefined && cachedObject.values <= this.valuesLeft && depth + cachedObject.depth <= MAX_DEPTH) {
      this.at += cachedObject.text.length;
      this.valuesLeft -= cachedObject.values;
      return cachedObject.value;
    }
    this.missesLeft--;
    const value = this.value(OPEN_BRACE, depth);
    const readAgain = (objectText: string) => new JsonScanner(new SourceText(objectText, this.source.file), {}).object(1);
    return cache.note(text, start, this.at, readAgain) ?? value;
  }

  private string(): string {
    const { text } = this;
    const open = this.at;
    let at = open + 1;
    let code = text.charCodeAt(at);
    // The loop ends at a quote, at an escape or control character, and at the end of the text, where the code is NaN.
    while (code !== QUOTE && code !== BACKSLASH && code >= 0x20) code = text.charCodeAt(++at);
    if (code !== QUOTE) return this.unusualString(open);
    this.at = at + 1;
    return text.slice(open + 1, at);
  }

  /** Reads a string with escapes, or throws its error. */
  private unusualString(open: number): string {
    const end = stringEnd(this.text, open);
    if (end === -1) throw this.source.errorAt(open, 'this string has no closing quote');
    const literal = this.text.slice(open, end);
    const value = parseJsonString(literal);
    if (value === undefined) throw this.badString(open, literal);
    this.at = end;
    return value;
  }

  private badString(open: number, literal: string): Error {
    const index = invalidStringIndex(literal);
    const found =
      literal[index] === '\\'
        ? `unknown escape ${quoted(literal.slice(index, index + 2))}`
        : `unescaped ${codePoint(literal.charAt(index))}`;
    return this.source.errorAt(open + index, `${found} in a string`);
  }

  private number(): Json {
    const { text } = this;
    const start = this.at;
    const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
    let at = first;
    let sum = 0;
    let code = text.charCodeAt(at);
    for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) sum = sum * 10 + (code - ZERO);
    const digits = at - first;
    if (digits === 0) throw this.expected('a digit', at);
    if (digits > 1 && text.charCodeAt(first) === ZERO) throw this.source.errorAt(start, 'a number cannot begin with 0');
    // '.', 'E', 'e'
    if (code === 0x2e || code === 0x45 || code === 0x65) return this.fraction(start, at);
    this.at = at;
    if (digits > SAFE_DIGITS) return exactInteger(text.slice(start, at));
    return first === start || sum === 0 ? sum : -sum;
  }

  /** Reads the rest of a number from its '.' or 'e'. */
  private fraction(start: number, from: number): Json {
    const { text } = this;
    let at = from;
    if (text.charAt(at) === '.') at = this.digits(at + 1);
    if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
      const sign = text.charAt(at + 1);
      at = this.digits(sign === '+' || sign === '-' ? at + 2 : at + 1);
    }
    this.at = at;
    return exactNumber(text.slice(start, at));
  }

  /** Returns the end of one or more digits. */
  private digits(from: number): number {
    let at = from;
    for (let code = this.text.charCodeAt(at); code >= ZERO && code <= NINE; code = this.text.charCodeAt(at)) at++;
    if (at === from) throw this.expected('a digit', at);
    return at;
  }

  private word<T extends Json>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.expected('a value');
    this.at += word.length;
    return value;
  }

  /** Skips an opening bracket or brace. */
  private enter(depth: number): void {
    if (depth > MAX_DEPTH) throw this.source.errorAt(this.at, tooDeep());
    this.at++;
  }

  /** Skips white space and returns the next character code, NaN at the end. */
  private skipSpace(): number {
    const { text } = this;
    let at = this.at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    this.at = at;
    return code;
  }

  private duplicate(object: OpenObject, key: string, offset: number, start: number): void {
    if (this.duplicates !== undefined) return this.duplicates.add(object, key, offset);
    const first = memberOffset(this.text, start, key) ?? start;
    throw this.source.errorAt(offset, duplicateKey(key, this.source.positionAt(first)));
  }

  private expected(what: string, offset = this.at): Error {
    const rest = this.text.slice(offset, offset + WORD_LENGTH);
    const found = rest === '' ? 'the end of the text' : quoted(/^(?:[\w.+-]+|.)/su.exec(rest)?.[0] ?? '');
    return this.source.errorAt(offset, `expected ${what}, found ${found}`);
  }
}
