// Runs more and longer rounds of `plain-problem.test.ts`.

import { describe, expect, it } from 'vitest';
import { eagerSolver } from '../../../../support/counted.js';
import { rounds } from './plain-rounds.js';

describe.each([
  ['searches that are plain', undefined],
  ['searches that get their bounds almost at once', eagerSolver],
])('%s', (_, solver) => {
  it.each(Array.from({ length: 4 }, (_, part) => part))('give every node what a search of it gives, step for step: part %i', (part) => {
    for (let seed = 0; seed < 10; seed++) expect(rounds(100 * (part + 1) + seed, solver).differences).toEqual([]);
  });
});
