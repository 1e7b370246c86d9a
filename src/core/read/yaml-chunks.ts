// YAML text -> chunks of whole documents, which are parsed one after the other: what a parser keeps of a text is bounded by a chunk, and
// what has to be read again is one. Cuts are made at lines that begin with `---`: YAML has such a line within no scalar and no
// collection, and kubectl cuts there before it reads anything.

import { lowerBound } from '../base/lower-bound.js';
import type { ReadError } from './read-error.js';
import type { SourceText } from './source-text.js';

/** A chunk ends at the first cut behind so many characters: a parser costs as much as reading a hundred of them. */
const CHUNK_LENGTH = 65_536;

/** Lines that end a document or begin one. */
const MARK = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm;

/** Lines without content: directives belong to the mark that follows them. */
const NO_CONTENT = /(?:[ \t]*(?:#.*)?\r?\n|%.*\n)*/y;

/** The chunks of a text. */
export function* chunksOf(source: SourceText): Generator<Chunk> {
  const { text } = source;
  let start = 0;
  /** Directives can stand from here on: behind the end of a document, before the mark of the next one. Looked at once, so that long comments are. */
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

/** The offset behind the line of an offset. */
function endOfLine(text: string, offset: number): number {
  const lineFeed = text.indexOf('\n', offset);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** White space and signs with which a line can begin that say how deep its content stands. */
const INDENTATION = /^[ \t?:-]*/gm;

/**
 * Whole documents of a text. Lines of it can be indented further: js-yaml demands of lines within brackets and quotes that they stand further
 * in than what is around them, as YAML 1.2 does; to go-yaml, and so to kubectl, indentation says nothing there. Offsets in the text are
 * turned into those of the source.
 */
export class Chunk {
  readonly source: SourceText;
  readonly start: number;
  text: string;
  /** The offsets of lines that were indented, in the text as it is now, in order. */
  readonly #indented: number[] = [];
  #indentation = '';

  constructor(source: SourceText, start: number, text: string) {
    this.source = source;
    this.start = start;
    this.text = text;
  }

  /** Indents the line of an offset below everything else. Gives false for a line that has been indented already, and all before it. */
  indent(offset: number): boolean {
    const lineStart = this.text.lastIndexOf('\n', offset - 1) + 1;
    if (lineStart === 0 || lineStart <= (this.#indented.at(-1) ?? 0)) return false;
    if (this.#indentation === '') this.#indentation = ' '.repeat(longestIndentation(this.text) + 1);
    this.text = this.text.slice(0, lineStart) + this.#indentation + this.text.slice(lineStart);
    this.#indented.push(lineStart);
    return true;
  }

  /** The offset in the source of an offset in the text. */
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
