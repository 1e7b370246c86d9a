// The bytes of an input -> documents, as YAML or JSON.

import { type ReadOptions, type ReadResult, readText } from '../../read/read.js';
import { decodeUtf8 } from '../../read/utf8.js';
import type { InputBytes } from './input.js';

/** For a text that has to be JSON: as YAML it may have no character. */
const JSON_ALONE: ReadOptions = { yaml: 0 };

/** Parses an input. Throws ReadError. */
export function parseInput({ file, bytes }: InputBytes, options: ReadOptions = {}): ReadResult {
  const text = decodeUtf8(bytes, file);
  // Much of what is nearly JSON is YAML of another meaning; in a file that calls itself JSON it is a mistake.
  const isJson = file.endsWith('.json') && /^\ufeff?\s*[{[]/.test(text);
  return readText(text, file, isJson ? { ...options, ...JSON_ALONE } : options);
}
