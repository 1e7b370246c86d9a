// Divides YAML text into chunks of whole documents, which are parsed one at a time. A chunk bounds the memory of the parser and the text
// that may be read again.
// Cuts lie at lines that begin with `---`: no scalar or collection of YAML contains such a line, and kubectl cuts there too.

import { lowerBound } from '../base/lower-bound.js';
import type { ReadError } from './read-error.js';
import type { SourceText } from './source-text.js';

/** A chunk ends at the first cut after this many characters: starting a parser costs as much as reading a hundred of them. */
const CHUNK_LENGTH = 65_536;

/** Matches marks that end or begin a document. */
const MARK = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm;

/** Matches lines without content. Directives belong to the mark that follows them. */
const NO_CONTENT = /(?:[ \t]*(?:#.*)?\r?\n|%.*\n)*/y;

/** Returns the chunks of a text. */
export function* chunksOf(source: SourceText): Generator<Chunk> {
  const { text } = source;
  let start = 0;
  /**
   * The mark is checked only once, so that long comments are scanned once. It is checked once, so that long comments are
   * scanned once.
   */
  let directives: number | undefined = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === '...') {
      directives = endOfLine(text, index);
      continue;
    }
    const isCut = index - start >= CHUNK_LENGTH && (directives === undefined || endOfNoContent(text, directives) < index);
    directives = undefined;
    if (!isCut) continue;
    yield new Chunk(source, start, text.slice(start, index));
    start = index;
  }
  if (start < text.length) yield new Chunk(source, start, text.slice(start));
}

function endOfNoContent(text: string, start: number): number {
  NO_CONTENT.lastIndex = start;
  NO_CONTENT.test(text);
  return NO_CONTENT.lastIndex;
}

/** Returns the offset after the line of an offset. */
function endOfLine(text: string, offset: number): number {
  const lineFeed = text.indexOf('\n', offset);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** Matches the white space and signs at the beginning of a line that determine how deep its content is nested. */
const INDENTATION = /^[ \t?:-]*/gm;

/**
 * Whole documents of a text, whose lines can be indented further. js-yaml requires lines within brackets and quotes to be indented, as YAML
 * 1.2 does. go-yaml, and so kubectl, ignores their indentation. Offsets in the text are converted to offsets in the source.
 */
export class Chunk {
  readonly source: SourceText;
  readonly start: number;
  text: string;
  /** The offsets of indented lines in the current text, in order. */
  readonly #indented: number[] = [];
  #indentation = '';

  constructor(source: SourceText, start: number, text: string) {
    this.source = source;
    this.start = start;
    this.text = text;
  }

  /** Indents the line of an offset below all others. Returns false if this line or a later one has been indented already. */
  indent(offset: number): boolean {
    const lineStart = this.text.lastIndexOf('\n', offset - 1) + 1;
    if (lineStart === 0 || lineStart <= (this.#indented.at(-1) ?? 0)) return false;
    if (this.#indentation === '') this.#indentation = ' '.repeat(longestIndentation(this.text) + 1);
    this.text = this.text.slice(0, lineStart) + this.#indentation + this.text.slice(lineStart);
    this.#indented.push(lineStart);
    return true;
  }

  /** Converts an offset in the text to an offset in the source. */
  original(offset: number): number {
    let inserted = 0;
    if (this.#indented.length > 0) {
      const width = this.#indentation.length;
      const before = lowerBound(this.#indented.length, (place) => (this.#indented[place] ?? 0) > offset);
      const last = this.#indented[before - 1] ?? 0;
      inserted = before === 0 ? 0 : (before - 1) * width + Math.min(width, offset - last);
    }
    return this.start + offset - inserted;
  }

  errorAt(offset: number, message: string): ReadError {
    return this.source.errorAt(this.original(offset), message);
  }
}

function longestIndentation(text: string): number {
  let longest = 0;
  for (const [indentation] of text.matchAll(INDENTATION)) longest = Math.max(longest, indentation.length);
  return longest;
}
