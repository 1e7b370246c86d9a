// Compares a changed text with the expected values. An edit in place is used only if the text parses as intended.

import type { Json } from '../../../core/base/json.js';
import { ReadError, type ReadOptions, readText } from '../../../core/read/read.js';
import { isSame } from './json-patch.js';

/** Returns whether a text has documents with these values. */
export function readsAs(text: string, file: string, expectedValues: readonly Json[], options: ReadOptions = {}): boolean {
  try {
    const { documents } = readText(text, file, options);
    return (
      documents.length === expectedValues.length && documents.every(({ value }, index) => isSame(value, expectedValues[index] as Json))
    );
  } catch (error) {
    if (error instanceof ReadError) return false;
    throw error;
  }
}
