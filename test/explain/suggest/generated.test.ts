import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { cases } from '../../support/extent.js';
import { escalating as kernel } from '../../support/kernels.js';
import { wrongForPod } from '../../support/pod-suggestions.js';
import { comparedWithForce } from './brute-force.js';
import { problemsOf, suggestionsFor, wrongAmong } from './generated.js';
import { refusedPod } from './pod-problems.js';

describe('suggestions for generated problems', () => {
  it('make the claims allocatable, all of them', () => {
    let problems = 0;
    let suggested = 0;
    for (let index = 0; index < cases(9, 100); index++) {
      for (const problem of problemsOf(11, index, kernel)) {
        const suggestions = suggestionsFor(problem, kernel);
        expect(wrongAmong(suggestions, problem), problem.id).toEqual([]);
        problems++;
        if (suggestions.length > 0) suggested++;
      }
    }
    expect(problems).toBeGreaterThan(cases(1, 50));
    // The others need more than three changes, or devices of a driver that the node lacks. Neither is suggested.
    expect(suggested / problems).toBeGreaterThan(cases(0.2, 0.6));
  });

  it('request amounts that help as they are written', () => {
    for (const index of [1880, 2033])
      for (const problem of problemsOf(103, index, kernel))
        expect(wrongAmong(suggestionsFor(problem, kernel), problem), problem.id).toEqual([]);
  });

  it('let pods go to a node that filters keep off, in turns as well', async () => {
    const allocator = await createAllocator();
    let problems = 0;
    let suggested = 0;
    for (let index = 0; problems < cases(10, 100); index++) {
      const found = refusedPod(allocator, 21, index);
      if (found === undefined) continue;
      const { id, problem, suggestions } = found;
      expect(wrongForPod(allocator, problem, suggestions), id).toEqual([]);
      problems++;
      if (suggestions.length > 0) suggested++;
      if (problems % 10 !== 0) continue;
      const cluster = allocator.cluster();
      cluster.apply(problem.objects as never);
      expect((await cluster.explainAsync({ pod: problem.pod as never })).suggestions).toEqual(suggestions);
    }
    // Filters reject about one in three for reasons that need more than three changes, up to a dozen.
    expect(suggested / problems).toBeGreaterThanOrEqual(cases(0.3, 0.62));
  });

  it('are no larger than what brute force finds', () => {
    const found = [0, 0, 0];
    for (let index = 0; index < cases(60, 400); index++) {
      // Problems of the other indices have shapes that the edits do not support.
      for (const problem of index % 4 === 0 || index % 4 === 3 ? problemsOf(12, index, kernel) : []) {
        const { smallest, wrong } = comparedWithForce(problem, kernel);
        expect(wrong, problem.id).toEqual([]);
        if (smallest !== undefined) found[smallest] = (found[smallest] ?? 0) + 1;
      }
    }
    expect(found[1]).toBeGreaterThan(cases(1, 10));
    expect(found[2]).toBeGreaterThan(cases(0, 2));
  });
});
