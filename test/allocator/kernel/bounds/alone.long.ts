// Tests each bound alone: answers to random problems must equal the answers of plain search.

import { describe, it } from 'vitest';
import { ALONE, expectSameAnswers, PROBLEMS, RUNS } from './with-bounds.js';

describe.each(ALONE)('%s', (_name, kernel) => {
  it.each(Object.keys(PROBLEMS))('leave the answer of plain search as it is in %s problems', (kind) => {
    expectSameAnswers(kernel, kind, RUNS);
  });
});
