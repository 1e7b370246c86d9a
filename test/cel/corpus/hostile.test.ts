// Runs a fixed part of the texts of `node scripts/cel-fuzz.mjs`.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases } from '../../support/extent.js';
import { endure } from './endure.js';
import { hostileText } from './hostile.js';
import { readVectors } from './stored.js';

const corpus = readVectors(join(import.meta.dirname, 'vectors.jsonl.gz')).cases.map(({ expression }) => expression);
const SEED = 11;
const TEXTS = cases(1_000, 3_000);
/** The script requires 50 ms, but tests share their machine. */
const SLOW_MILLISECONDS = 1_000;

it('hostile texts are the same for the same seed, and of every length', () => {
  expect(hostileText(1, 1, corpus)).toBe(hostileText(1, 1, corpus));
  const lengths = Array.from({ length: 500 }, (_, index) => hostileText(SEED, index, corpus).length);
  expect(Math.max(...lengths)).toBeGreaterThan(9_000);
  expect(lengths.filter((length) => length < 100).length).toBeGreaterThan(100);
});

describe('a hostile text is rejected, fails or is evaluated, soon', () => {
  const group = 500;
  for (let start = 0; start < TEXTS; start += group) {
    it(`texts ${start} to ${start + group - 1}`, () => {
      const found: object[] = [];
      for (let index = start; index < start + group; index += 1) {
        const text = hostileText(SEED, index, corpus);
        const { outcome, crash, milliseconds } = endure(text, SLOW_MILLISECONDS);
        if (outcome === 'crashed' || milliseconds > SLOW_MILLISECONDS) found.push({ index, text: text.slice(0, 200), crash, milliseconds });
      }
      expect(found).toEqual([]);
    });
  }
});
