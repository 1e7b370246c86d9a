// Reads a text with both readers of YAML, the one for what kubectl prints and the one for any, and makes sure that they agree.

import { expect } from 'vitest';
import { type Json, NumberLiteral, type PathStep } from '../../src/json.js';
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
  const documents = result.documents.map(({ value, locate }) => ({ value, places: pathsIn(value).map((path) => [path, locate(path)]) }));
  return { documents, warnings: result.warnings };
}

/** The paths of values, as far as they are few. */
function pathsIn(value: Json): PathStep[][] {
  const paths: PathStep[][] = [[]];
  const add = (inner: Json, path: PathStep[]): void => {
    if (typeof inner !== 'object' || inner === null || inner instanceof NumberLiteral) return;
    for (const [key, member] of Object.entries(inner)) {
      if (paths.length >= MOST_PATHS) return;
      const to = [...path, Array.isArray(inner) ? Number(key) : key];
      paths.push(to);
      add(member as Json, to);
    }
  };
  add(value, []);
  return paths;
}

const MOST_PATHS = 500;
