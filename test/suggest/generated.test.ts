import { describe, expect, it } from 'vitest';
import { escalating as kernel } from '../support/kernels.js';
import { withSuggestion } from '../support/suggestions.js';
import { keepsRequests, outcomeOf, problemsOf, suggestionsFor, type UnallocatableProblem, wrongAmong } from './generated.js';
import { editsOfClaims } from './small-problems.js';

describe('suggestions for generated problems', () => {
  it('make the claims allocatable, all of them', () => {
    let problems = 0;
    let suggested = 0;
    for (let index = 0; index < 100; index++) {
      for (const problem of problemsOf(11, index, kernel)) {
        const suggestions = suggestionsFor(problem, kernel);
        expect(wrongAmong(suggestions, problem), problem.id).toEqual([]);
        problems++;
        if (suggestions.length > 0) suggested++;
      }
    }
    expect(problems).toBeGreaterThan(50);
    expect(suggested / problems).toBeGreaterThan(0.8);
  });

  it('are no larger than the edits of claims that brute force finds', () => {
    const found = [0, 0, 0];
    for (let index = 0; index < 400; index++) {
      // Problems of the other indices are in shapes that the edits do not know.
      for (const problem of index % 4 === 0 || index % 4 === 3 ? problemsOf(12, index, kernel) : []) {
        const smallest = smallestByForce(problem);
        if (smallest === undefined) continue;
        const sizes = suggestionsFor(problem, kernel)
          .filter(keepsRequests)
          .map(({ size }) => size);
        found[smallest] = (found[smallest] ?? 0) + 1;
        expect(Math.min(...sizes), problem.id).toBeLessThanOrEqual(smallest);
      }
    }
    expect(found[1]).toBeGreaterThan(10);
    expect(found[2]).toBeGreaterThan(2);
  });
});

/** The least number of single edits of claims that help, up to two; undefined: none do, or there are too many to try. */
function smallestByForce({ input, allocator }: UnallocatableProblem): number | undefined {
  const edits = editsOfClaims(input);
  if (edits.length > 14) return undefined;
  const helps = (...some: typeof edits): boolean => {
    const patches = some.map(({ patch, ...object }) => ({ object, patch }));
    try {
      return outcomeOf(allocator, withSuggestion(input, { patches })) === 'allocated';
    } catch {
      // Two edits of one place: the second one does not find what the first one took.
      return false;
    }
  };
  if (edits.some((edit) => helps(edit))) return 1;
  const isPair = edits.some((edit, place) => edits.slice(place + 1).some((other) => helps(edit, other) || helps(other, edit)));
  return isPair ? 2 : undefined;
}
