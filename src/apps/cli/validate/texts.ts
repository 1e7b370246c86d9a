// Reads the texts to validate. An unreadable text is a finding, and the others are still validated.

import type { ReadResult, SourceDocument } from '../../../core/read/read.js';
import { ReadError } from '../../../core/read/read-error.js';
import type { Diagnostic } from '../input/content-error.js';
import { readInputs } from '../input/input.js';
import { parseInput } from '../input/parse.js';
import type { PlacedFinding } from './finding.js';
import { readableText } from './rules.js';

/** A parsed text. */
export interface Text {
  readonly file: string;
  readonly result: ReadResult;
}

/** A document and its text. */
export interface Source {
  readonly text: Text;
  readonly document: SourceDocument;
  /** The index of the document in its text. */
  readonly number: number;
}

/** The texts of a run. */
export interface Texts {
  readonly files: readonly string[];
  readonly texts: readonly Text[];
  readonly sources: readonly Source[];
  /** The findings about unreadable texts. */
  readonly unreadable: readonly PlacedFinding[];
  readonly warnings: readonly Diagnostic[];
}

/** Reads every input. Throws InputError for missing files. */
export async function readTexts(names: readonly string[], recursive: boolean, stdin: AsyncIterable<Uint8Array>): Promise<Texts> {
  const files: string[] = [];
  const texts: Text[] = [];
  const unreadable: PlacedFinding[] = [];
  const warnings: Diagnostic[] = [];
  for await (const input of readInputs(names, recursive, stdin, warnings)) {
    const { file } = input;
    files.push(file);
    try {
      const result = parseInput(input, { collectDuplicates: true });
      texts.push({ file, result });
      for (const { line, column, message } of result.warnings) warnings.push({ message, place: `${file}:${line}:${column}` });
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      unreadable.push(asFinding(error));
    }
  }
  const sources = texts.flatMap((text) => text.result.documents.map((document, number) => ({ text, document, number })));
  return { files, texts, sources, unreadable, warnings };
}

function asFinding({ message, file, line, column }: ReadError): PlacedFinding {
  const { id, severity } = readableText;
  return { severity, rule: id, message, object: '', path: '', file, line, column, lineText: '' };
}
