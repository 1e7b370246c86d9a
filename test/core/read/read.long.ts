// Objects at the limit of their keys, in every notation: half a minute where a machine is busy.

import { expect, test } from 'vitest';
import { ReadError, readText } from '../../../src/core/read/read.js';

const LIMIT = 1_000_000;
const MESSAGE = 'the object has more than 1000000 keys';

function failureOf(text: string): ReadError {
  try {
    readText(text, 'f');
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
  throw new Error('no error');
}

/** Entries for so many keys, each made of its number. */
function entries(count: number, entry: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => entry(index));
}

test('an object may have a million keys in JSON', () => {
  const text = (count: number): string => `{${entries(count, (index) => `"k${index}":0`).join(',')}}`;
  expect(Object.keys(readText(text(LIMIT), 'f').documents[0]?.value as object)).toHaveLength(LIMIT);
  expect(failureOf(text(LIMIT + 1)).message).toBe(MESSAGE);
});

test('an object may have a million keys in YAML', () => {
  const text = (count: number): string => entries(count, (index) => `k${index}: 0\n`).join('');
  expect(Object.keys(readText(text(LIMIT), 'f').documents[0]?.value as object)).toHaveLength(LIMIT);
  expect(failureOf(text(LIMIT + 1))).toMatchObject({ line: LIMIT + 1, message: MESSAGE });
});

test('an object may have a million keys in brackets', () => {
  const text = (count: number): string => `a: {${entries(count, (index) => `k${index}: 0`).join(', ')}}\n`;
  expect(failureOf(text(LIMIT + 1)).message).toBe(MESSAGE);
});
