// Each problem of the lemmas of docs/internals/lemmas.md has a wrong answer if a guard of the solver is removed. If the wrong answer is "no",
// it has no proof: certificates alone detect such mutants of test/mutants.json.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as L from '../../../src/allocator/kernel/layout.js';
import type { Problem } from '../../../src/allocator/kernel/problem.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { prove } from '../../../src/explain/certificate/prove.js';
import { verify } from '../../../src/explain/check/verify.js';
import { DEFAULT_WORK, Work } from '../../../src/explain/check/work.js';
import { boundedRelease } from '../../support/kernels.js';
import { readingOf } from '../../support/problem-reading.js';
import { type StoredProblem, storedProblem } from '../../support/stored-problems.js';

interface Premise {
  readonly lemma: string;
  readonly premise: string;
  readonly problem: StoredProblem;
}

const premises: readonly Premise[] = JSON.parse(
  readFileSync(new URL('../../allocator/kernel/bounds/lemmas.json', import.meta.url), 'utf8'),
);

const BUDGETS = L.BOUND_BUDGETS | L.BOUND_TOO_FEW;
const kernels = await Promise.all(
  [
    L.BOUND_ALL,
    L.BOUND_DEVICE_SYMMETRY,
    L.BOUND_DEVICE_SYMMETRY | L.BOUND_NOGOODS,
    L.BOUND_NOGOODS,
    L.BOUND_NOGOODS | L.BOUND_LIMITS,
    L.BOUND_PROBING | L.BOUND_MATCHING | BUDGETS,
    L.BOUND_PROBING | L.BOUND_MATCHING | L.BOUND_TOO_FEW | L.BOUND_DEVICE_SYMMETRY,
    L.BOUND_PROBING | L.BOUND_MATCHING | L.BOUND_TOO_FEW | L.BOUND_VALUES,
    L.BOUND_MATCHING | L.BOUND_BUDGETS,
    L.BOUND_CONSTRAINT_PACKING,
  ].map((bounds) => boundedRelease(bounds)),
);

/** The answers of all kernels. */
function answersOf(problem: Problem): ReadonlySet<string | undefined> {
  return new Set(
    kernels.map((kernel) => {
      const search = inOneGo(kernel.start(problem));
      const answer = search.run(Number.POSITIVE_INFINITY);
      search.end();
      return answer?.kind;
    }),
  );
}

function isProven(problem: Problem): boolean {
  const search = prove(readingOf(problem), new Work(Number.POSITIVE_INFINITY), 200);
  for (let left = 5_000; left > 0; left--) {
    const { done, value } = search.next();
    if (done !== true) continue;
    if (value !== undefined)
      inOneGo(verify(readingOf(problem), { version: 1, proof: JSON.parse(JSON.stringify(value)) }, new Work(DEFAULT_WORK)));
    return value !== undefined;
  }
  return false;
}

/** Returns whether the reading of a problem in indices includes all limits and groups that may make it unsolvable. */
function isReadWhole({ claimLimit, resources }: Problem): boolean {
  const gives = [...(resources?.draws.values() ?? [])].some(({ charges }) => charges.some(({ amount }) => amount < 0n));
  return claimLimit === 32 && (resources?.counterSets.length ?? 0) === 0 && !gives;
}

it.each(premises)('$lemma: $premise', ({ problem: stored }) => {
  const problem = storedProblem(stored);
  const answers = answersOf(problem);
  const proven = isProven(problem);
  if (proven) expect(answers).not.toContain('found');
  else if (isReadWhole(problem)) expect(answers).not.toContain('failed');
});
