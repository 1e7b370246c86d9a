// YAML as kubectl prints it and as most people write it -> values, many times as fast as package yaml: mappings and lists by
// indentation, short ones in brackets, scalars of all five styles. It gives up at the first thing that is more than that, or wrong, and
// yaml-compose.ts starts again; what it does read, it reads alike, with the same warnings and places.

import type { Json, PathStep } from '../json.js';
import { newObject } from './json-object.js';
import { MAX_DEPTH, MAX_DOCUMENTS, MAX_KEYS, MAX_PLAIN_VALUES } from './limits.js';
import { tooManyKeys } from './messages.js';
import { notePlace, type Places, placeOf } from './places.js';
import { Brackets } from './plain/brackets.js';
import { Lines, NotPlain } from './plain/lines.js';
import { blockText, doubleQuotedText, PLAIN_START, plainText, singleQuotedText } from './plain/scalars.js';
import { ReadError } from './read-error.js';
import { SourceText } from './source-text.js';
import { ScalarReader, type Warn } from './yaml-scalars.js';

/** A document that is not empty, and where it lies in the text. */
export interface PlainDocument {
  readonly value: Json;
  readonly start: number;
  readonly end: number;
  /** Where its value begins. */
  readonly offset: number;
}

/** Characters that count as white space or ends of lines to some readers. */
const UNUSUAL = /[\t\r\u0085\u2028\u2029\ufeff]/;

/** An implicit key may have 1,024 characters: the other reader judges those that have nearly as many. */
const MAX_KEY = 1000;

/** Describes what is not plain in a text. */
export interface Unusual {
  readonly offset: number;
  /** The message of a limit that it is above, which holds for any YAML. */
  readonly limit?: string | undefined;
}

/** The documents of a text, or what is not plain. */
export function readPlainYaml(source: SourceText, warn: Warn): readonly PlainDocument[] | Unusual {
  const unusual = UNUSUAL.exec(source.text);
  if (unusual !== null) return { offset: unusual.index };
  const lines = new Lines(source.text);
  try {
    return new PlainReader(lines, new ScalarReader(source, warn)).documents();
  } catch (error) {
    // An error may not be the first one that the other reader finds: it starts again.
    if (!(error instanceof NotPlain || error instanceof ReadError)) throw error;
    return { offset: Math.min(lines.at, source.text.length), limit: error instanceof NotPlain ? error.limit : undefined };
  }
}

/** As `locateInYaml`, for a document that was read here. */
export function locateInPlainYaml({ text, file }: SourceText, { start, end }: PlainDocument): (path: readonly PathStep[]) => number {
  const source = new SourceText(text.slice(start, end), file);
  const places: Places = new Map();
  const [document] = new PlainReader(new Lines(source.text), new ScalarReader(source, undefined), places).documents();
  return (path) => start + (document === undefined ? 0 : placeOf(document.value, document.offset, path, places));
}

class PlainReader {
  readonly #lines: Lines;
  readonly #scalars: ScalarReader;
  readonly #places: Places | undefined;
  readonly #brackets: Brackets;
  #depth = 0;
  #values = 0;

  constructor(lines: Lines, scalars: ScalarReader, places?: Places) {
    this.#lines = lines;
    this.#scalars = scalars;
    this.#places = places;
    this.#brackets = new Brackets(lines, scalars, {
      count: () => this.#count(),
      note: (container, step, offset) => this.#note(container, step, offset),
    });
  }

  documents(): PlainDocument[] {
    const lines = this.#lines;
    const documents: PlainDocument[] = [];
    let start = 0;
    for (lines.next(); ; lines.next()) {
      if (lines.column >= 0) {
        const offset = lines.at;
        const value = this.#block();
        // What follows would stand between the columns of the document.
        if (lines.column >= 0 || documents.length === MAX_DOCUMENTS) lines.giveUp();
        documents.push({ value, start, end: Math.min(lines.lineStart, lines.text.length), offset });
      }
      if (lines.isAtEnd) return documents;
      start = lines.lineStart;
    }
  }

  /** A list, a mapping, or one of them in brackets, that begins here. */
  #block(): Json {
    if (this.#lines.isItem()) return this.#list();
    return this.#isBracket() ? this.#inBrackets() : this.#mapping();
  }

  #list(): Json {
    const lines = this.#lines;
    const column = this.#enter();
    const list: Json[] = [];
    do {
      lines.at++;
      lines.skipSpaces();
      this.#item(list, column);
    } while (lines.column === column && lines.isItem());
    this.#leave(column);
    return list;
  }

  /** Reads an item of a list in a column, behind whose sign this is. */
  #item(list: Json[], column: number): void {
    const lines = this.#lines;
    const behindSign = lines.at;
    if (lines.isEndOfLine()) {
      lines.next();
      const isEmpty = lines.column <= column;
      this.#note(list, list.length, isEmpty ? behindSign : lines.at);
      list.push(isEmpty ? this.#null() : this.#block());
      return;
    }
    lines.column = lines.at - lines.lineStart;
    this.#note(list, list.length, lines.at);
    list.push(lines.isItem() || this.#keyEnd() >= 0 ? this.#block() : this.#valueInLine(column));
  }

  #mapping(): Json {
    const lines = this.#lines;
    const column = this.#enter();
    const object = newObject();
    let keys = 0;
    do {
      const offset = lines.at;
      const key = this.#key();
      if (key in object) lines.giveUp();
      if (++keys > MAX_KEYS) lines.giveUp(tooManyKeys());
      this.#note(object, key, offset);
      object[key] = this.#member(column);
    } while (lines.column === column && !lines.isItem());
    this.#leave(column);
    return object;
  }

  /** The value of a key, behind which this is, of a mapping in a column. */
  #member(column: number): Json {
    const lines = this.#lines;
    lines.skipSpaces();
    if (!lines.isEndOfLine()) return this.#valueInLine(column);
    lines.next();
    if (lines.column > column) return this.#block();
    // A list may stand as far out as the key that it belongs to.
    return lines.column === column && lines.isItem() ? this.#list() : this.#null();
  }

  /** A scalar, or a value in brackets, that begins here as part of what stands in a column. Goes to the line behind it. */
  #valueInLine(column: number): Json {
    const lines = this.#lines;
    const offset = lines.at;
    const first = lines.text[offset];
    if (this.#isBracket()) return this.#inBrackets();
    this.#count();
    if (first === '"') return doubleQuotedText(lines, column);
    if (first === "'") return singleQuotedText(lines, column);
    if (first === '|' || first === '>') return blockText(lines, column);
    return this.#scalars.value(plainText(lines, column), true, offset);
  }

  #isBracket(): boolean {
    const first = this.#lines.text[this.#lines.at];
    return first === '[' || first === '{';
  }

  #inBrackets(): Json {
    const value = this.#brackets.value(this.#depth);
    this.#lines.endLine();
    return value;
  }

  /** Reads a key and its colon. */
  #key(): string {
    const lines = this.#lines;
    const offset = lines.at;
    const end = this.#keyEnd();
    if (end < 0 || end - offset > MAX_KEY) lines.giveUp();
    const text = lines.text.slice(offset, end);
    lines.at = end + 1;
    if (text[0] !== '"' && text[0] !== "'") return this.#scalars.key(text, true, offset);
    if (text.includes('\\')) lines.giveUp();
    return text.slice(1, -1);
  }

  /** Where the colon of a key is that begins here; -1 when there is none. */
  #keyEnd(): number {
    const line = this.#lines.rest();
    const first = line.charAt(0);
    const end = first === '"' || first === "'" ? quotedKeyEnd(line, first) : PLAIN_START.test(first) ? plainKeyEnd(line) : -1;
    // Spaces before the colon are rare.
    if (line[end - 1] === ' ') this.#lines.giveUp();
    return end < 0 ? -1 : this.#lines.at + end;
  }

  #enter(): number {
    if (++this.#depth > MAX_DEPTH) this.#lines.giveUp();
    this.#count();
    return this.#lines.column;
  }

  /** What follows stands further out. */
  #leave(column: number): void {
    if (this.#lines.column > column) this.#lines.giveUp();
    this.#depth--;
  }

  #null(): null {
    this.#count();
    return null;
  }

  #count(): void {
    if (++this.#values > MAX_PLAIN_VALUES) this.#lines.giveUp();
  }

  #note(container: object, step: PathStep, offset: number): void {
    if (this.#places !== undefined) notePlace(this.#places, container, step, offset);
  }
}

/** Where the colon behind a key in quotes is, with which a line begins; -1: it is none. */
function quotedKeyEnd(line: string, quote: string): number {
  const end = line.indexOf(quote, 1) + 1;
  return end > 0 && line[end] === ':' && (line[end + 1] === ' ' || end + 1 === line.length) ? end : -1;
}

/** The same for a plain key. A colon in a comment is none of a key. */
function plainKeyEnd(line: string): number {
  let end = line.indexOf(':');
  while (end >= 0 && end + 1 < line.length && line[end + 1] !== ' ') end = line.indexOf(':', end + 1);
  return end >= 0 && line.lastIndexOf(' #', end) >= 0 ? -1 : end;
}
