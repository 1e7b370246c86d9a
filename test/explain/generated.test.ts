import { expect, it } from 'vitest';
import { cases } from '../support/extent.js';
import { checkExplanation } from './check-explanation.js';
import { questions } from './generated.js';

it('explanations of generated problems answer as allocate does, add up, and their conflicts are minimal', () => {
  const seen = { unallocatable: 0, subsets: 0, several: 0, allocated: 0 };
  for (const { name, allocator, input } of questions(22, 0, cases(20, 100))) {
    const { wrong, answer, subsets, members } = checkExplanation(allocator, input);
    expect({ name, wrong }).toEqual({ name, wrong: [] });
    if (answer === 'unallocatable') seen.unallocatable++;
    if (answer === 'allocated') seen.allocated++;
    if (members > 1) seen.several++;
    seen.subsets += subsets;
  }
  expect(seen.unallocatable).toBeGreaterThan(cases(8, 50));
  expect(seen.allocated).toBeGreaterThan(cases(2, 20));
  expect(seen.several).toBeGreaterThan(cases(2, 20));
  expect(seen.subsets).toBeGreaterThan(cases(10, 100));
});
