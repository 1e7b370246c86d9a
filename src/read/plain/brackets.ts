// Lists and mappings in brackets, within one line.

import type { Json, PathStep } from '../../json.js';
import { newObject } from '../json-object.js';
import { MAX_DEPTH, MAX_KEYS } from '../limits.js';
import { tooManyKeys } from '../messages.js';
import type { ScalarReader } from '../yaml-scalars.js';
import type { Lines } from './lines.js';
import { withoutSpacesBehind } from './scalars.js';

/** A plain scalar in brackets, or a key there, with spaces behind it. */
const PLAIN = /(?:[A-Za-z0-9_./~+(]|-[A-Za-z0-9_.-])[^,[\]{}:#\n]*/y;

const QUOTES: readonly number[] = [0x22, 0x27];

/** What is done beside reading. */
interface BracketOptions {
  /** Called for each value, which there may not be too many of. */
  readonly count: () => void;
  /** Called with the place of each member. */
  readonly note: (container: object, step: PathStep, offset: number) => void;
}

/** Reads values in brackets. */
export class Brackets {
  readonly #lines: Lines;
  readonly #scalars: ScalarReader;
  readonly #options: BracketOptions;

  constructor(lines: Lines, scalars: ScalarReader, options: BracketOptions) {
    this.#lines = lines;
    this.#scalars = scalars;
    this.#options = options;
  }

  /** A list or a mapping that begins here, within `depth` others, or a scalar in one. Goes behind it. */
  value(depth: number): Json {
    this.#options.count();
    const lines = this.#lines;
    if (lines.skip('[')) return this.#list(depth + 1);
    if (lines.skip('{')) return this.#mapping(depth + 1);
    const offset = lines.at;
    const text = this.#scalar();
    return this.#scalars.value(text, this.#isPlain(offset), offset);
  }

  #list(depth: number): Json {
    const list: Json[] = [];
    this.#begin(depth);
    while (!this.#lines.skip(']')) {
      this.#options.note(list, list.length, this.#lines.at);
      list.push(this.value(depth));
      this.#endItem(']');
    }
    return list;
  }

  #mapping(depth: number): Json {
    const lines = this.#lines;
    const object = newObject();
    this.#begin(depth);
    for (let keys = 1; !lines.skip('}'); keys++) {
      const offset = lines.at;
      const text = this.#scalar();
      const key = this.#scalars.key(text, this.#isPlain(offset), offset);
      if (key in object || !lines.skip(':') || !lines.skip(' ')) lines.giveUp();
      if (keys > MAX_KEYS) lines.giveUp(tooManyKeys());
      lines.skipSpaces();
      this.#options.note(object, key, offset);
      object[key] = this.value(depth);
      this.#endItem('}');
    }
    return object;
  }

  #begin(depth: number): void {
    if (depth > MAX_DEPTH) this.#lines.giveUp();
    this.#lines.skipSpaces();
  }

  /** Goes behind a comma, or to the closing bracket. */
  #endItem(closing: string): void {
    const lines = this.#lines;
    lines.skipSpaces();
    if (!lines.skip(',') && lines.text[lines.at] !== closing) lines.giveUp();
    lines.skipSpaces();
  }

  /** Whether the scalar at an offset is plain. */
  #isPlain(offset: number): boolean {
    return !QUOTES.includes(this.#lines.text.charCodeAt(offset));
  }

  #scalar(): string {
    const lines = this.#lines;
    const begin = lines.at;
    if (this.#isPlain(begin)) {
      PLAIN.lastIndex = begin;
      if (!PLAIN.test(lines.text)) lines.giveUp();
      const text = withoutSpacesBehind(lines.text.slice(begin, PLAIN.lastIndex));
      lines.at = begin + text.length;
      return text;
    }
    const quote = lines.text.charAt(begin);
    const end = lines.text.indexOf(quote, begin + 1);
    if (end < 0 || end >= lines.lineEnd || lines.text[end + 1] === quote) lines.giveUp();
    const text = lines.text.slice(begin + 1, end);
    if (quote === '"' && text.includes('\\')) lines.giveUp();
    lines.at = end + 1;
    return text;
  }
}
