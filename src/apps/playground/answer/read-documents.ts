// Reads an edited text: only documents that changed since the last call. An edit usually changes one document, and reading all
// of a long text is a third of the response time.

import type { Position, ReadOptions, ReadResult, SourceDocument } from '../../../core/read/read.js';
import { readText } from '../../../core/read/read.js';

/** The mark that begins a document. Such a line ends any YAML value (YAML 1.1, section 4.3.4), so texts can be cut here. */
const MARK = /^---(?=[ \t\n]|$)/gm;

/**
 * Signs that documents may depend on each other, or that their lines are counted differently: directives, ends, aliases, a byte
 * order mark.
 */
const CONNECTED = /^(?:%|\.\.\.)|[\s[{,:]\*[^\s*]|\r|^\ufeff/m;

interface Part {
  readonly text: string;
  readonly result: ReadResult;
}

/** Reads successive texts like {@link readText}. */
export class DocumentReader {
  readonly #file: string;
  readonly #options: ReadOptions;
  /** The parts of the last text. */
  #parts: ReadonlyMap<string, Part> = new Map();

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Throws ReadError. */
  read(text: string): ReadResult {
    const parts = this.#partsOf(text);
    return parts === undefined ? readText(text, this.#file, this.#options) : joined(text, parts);
  }

  /** Returns the parts of a text; undefined if it must be read as a whole, also for its errors and limits. */
  #partsOf(text: string): readonly Part[] | undefined {
    const { yaml = 0 } = this.#options;
    if (text.length > yaml || /^\s*[{[]/.test(text) || CONNECTED.test(text)) return undefined;
    const starts = [0, ...Array.from(text.matchAll(MARK), ({ index }) => index).filter((index) => index > 0)];
    const partsByText = new Map<string, Part>();
    try {
      const parts = starts.map((start, index) => {
        const partText = text.slice(start, starts[index + 1]);
        // Equal documents still have separate objects.
        const before = partsByText.has(partText) ? undefined : this.#parts.get(partText);
        const part = before ?? { text: partText, result: readText(partText, this.#file, this.#options) };
        if (!partsByText.has(partText)) partsByText.set(partText, part);
        return part;
      });
      this.#parts = partsByText;
      return parts;
    } catch {
      return undefined;
    }
  }
}

/** Returns the parts as one result, with positions in the whole text. */
function joined(text: string, parts: readonly Part[]): ReadResult {
  let line = 0;
  const placed = parts.map((part) => {
    const before = line;
    line += linesIn(part.text);
    return { ...part, before };
  });
  let lines: readonly string[] | undefined;
  return {
    text,
    documents: placed.flatMap(({ result, before }) => result.documents.map((document) => moved(document, before))),
    warnings: placed.flatMap(({ result, before }) => result.warnings.map((warning) => ({ ...warning, line: warning.line + before }))),
    comments: (word) =>
      placed.flatMap(({ result, before }) => result.comments(word).map((comment) => ({ ...comment, line: comment.line + before }))),
    lineText: (number) => {
      lines ??= text.split('\n');
      return lines[number - 1];
    },
  };
}

function moved(document: SourceDocument, before: number): SourceDocument {
  const move = <P extends Position>(place: P): P => ({ ...place, line: place.line + before });
  return {
    value: document.value,
    file: document.file,
    locate: (path) => {
      const place = document.locate(path);
      return place && move(place);
    },
    duplicates: document.duplicates.map(move),
  };
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
