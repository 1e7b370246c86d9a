// Reads a text with both readers of YAML, the one for what kubectl prints and the one for any, and makes sure that they agree.

import { expect } from 'vitest';
import { ReadError, type ReadLimits, type ReadResult, readText } from '../../src/read/read.js';

/** What {@link readText} gives or throws, which must be the same without the reader for what kubectl prints. */
export function readBoth(text: string, file = 'f', limits: ReadLimits = {}): ReadResult {
  const result = attempt(text, file, limits);
  const other = attempt(text, file, { ...limits, plainYaml: 0 });
  expect(summary(result)).toEqual(summary(other));
  if (result instanceof ReadError) throw result;
  return result;
}

function attempt(text: string, file: string, limits: ReadLimits): ReadResult | ReadError {
  try {
    return readText(text, file, limits);
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

function summary(result: ReadResult | ReadError): unknown {
  if (result instanceof ReadError) return { message: result.message, line: result.line, column: result.column };
  const documents = result.documents.map(({ value, locate }) => {
    // The first and the last member tell whether the document is looked for in the right place.
    const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    return { value, root: locate([]), members: [members[0], members.at(-1)].map((name) => name !== undefined && locate([name])) };
  });
  return { documents, warnings: result.warnings };
}
