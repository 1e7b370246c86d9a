// Parses the bytes of an input as YAML or JSON.

import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { type Position, ReadError, type ReadOptions, type ReadResult, readWatched } from '../../../core/read/read.js';
import { decodeUtf8 } from '../../../core/read/utf8.js';
import { foreignBytes, foreignDocument, foreignText } from './foreign-format.js';
import type { InputBytes } from './input.js';

/** The options for a text that must be JSON: YAML may have no characters. */
const JSON_ALONE: ReadOptions = { yaml: 0 };

/** Parses an input. Throws ReadError, also for archives and other files that are not manifests, and CallEnded from the checkpoint. */
export function parseInput({ file, bytes }: InputBytes, readOptions: ReadOptions = {}, checkpoint = UNLIMITED): ReadResult {
  const options = checkpoint === UNLIMITED ? readOptions : { ...readOptions, look: () => checkpoint.check() };
  rejectFormat(foreignBytes(bytes), file);
  const text = decodeUtf8(bytes, file);
  rejectFormat(foreignText(text), file);
  // Invalid JSON is often YAML with another meaning. In a file named .json it is a mistake.
  const isJson = file.endsWith('.json') && /^\ufeff?\s*[{[]/.test(text);
  const result = readWatched(text, file, isJson ? { ...options, ...JSON_ALONE } : options);
  for (const document of result.documents) rejectFormat(foreignDocument(document.value), file, () => document.locate([]));
  return result;
}

function rejectFormat(reason: string | undefined, file: string, at: () => Position | undefined = () => undefined): void {
  if (reason !== undefined) throw new ReadError(reason, file, at() ?? { line: 1, column: 1 });
}
