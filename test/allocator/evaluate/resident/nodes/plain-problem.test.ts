// Nodes are told apart by all that a plain search checks, and by nothing else.

import { describe, expect, it } from 'vitest';
import { eagerSolver } from '../../../../support/counted.js';
import { cases } from '../../../../support/extent.js';
import { rounds } from './plain-rounds.js';

describe.each([
  ['searches that are plain', undefined],
  ['searches that get their bounds almost at once', eagerSolver],
])('%s', (_, solver) => {
  it('give every node what a search of it gives, step for step, and are few', () => {
    let [asked, searched] = [0, 0];
    for (let seed = 0; seed < cases(1, 3); seed++) {
      const round = rounds(seed, solver);
      expect(round.differences).toEqual([]);
      asked += round.asked;
      searched += round.searched;
    }
    expect(searched / asked).toBeLessThan(0.5);
  });
});
