// Every "no" of the solver with all its bounds has a proof that the checker accepts: a wrong one has none.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Proof } from '../../src/certificate/certificate.js';
import { prove } from '../../src/certificate/prove.js';
import { verify } from '../../src/check/check.js';
import { initialState } from '../../src/check/state.js';
import { BOUND_ALL } from '../../src/kernel/layout.js';
import type { Problem } from '../../src/kernel/problem.js';
import { FAMILIES } from '../support/families.js';
import { boundedRelease, escalating } from '../support/kernels.js';
import { readingOf } from '../support/problem-reading.js';
import { randomHard } from '../support/random-hard.js';
import { mixedKind, randomMixed } from '../support/random-mixed.js';

const bounded = await boundedRelease(BOUND_ALL);

function isRefuted(problem: Problem, kernel = bounded): boolean {
  const search = kernel.start(problem, 20_000);
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  return answer?.kind === 'failed';
}

/** The proof for a problem; undefined: none is found in so many steps. */
function proofOf(problem: Problem, steps = 20_000): Proof | undefined {
  const search = prove(initialState(readingOf(problem)));
  for (let left = steps; left > 0; left--) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
  return undefined;
}

/** Tells that the checker accepts the proof of a problem, as JSON has it. */
function isProven(problem: Problem): boolean {
  const proof = proofOf(problem);
  if (proof === undefined) return false;
  verify(initialState(readingOf(problem)), JSON.parse(JSON.stringify(proof)));
  return true;
}

it('every hard family that has no solution has a proof', () => {
  const refuted = FAMILIES.filter(({ problem }) => isRefuted(problem));
  expect(refuted.map(({ name }) => name)).toEqual(FAMILIES.filter(({ answer }) => answer === 'failed').map(({ name }) => name));
  for (const { problem, name } of refuted) {
    const proof = proofOf(problem);
    expect(proof, name).toBeDefined();
    verify(initialState(readingOf(problem)), JSON.parse(JSON.stringify(proof)) as Proof);
  }
});

it('problems that mix everything have proofs where they have no solution', () => {
  const problems = Array.from({ length: 240 }, (_, seed) => randomMixed(mixedKind(seed), seed));
  const refuted = problems.filter((problem) => isRefuted(problem));
  expect(refuted.length).toBeGreaterThan(80);
  expect(refuted.filter((problem) => !isProven(problem))).toEqual([]);
});

it('a hard random problem of each kind has a proof', () => {
  const seeds: { kind: string; seed: number; size: number }[] = JSON.parse(
    readFileSync(new URL('../kernel/hard/problems.json', import.meta.url), 'utf8'),
  );
  for (const kind of new Set(seeds.map((one) => one.kind))) {
    const refuted = seeds.filter((one) => one.kind === kind).map((one) => randomHard(kind, one.seed, one.size));
    expect(
      refuted.slice(0, 12).some((problem) => isRefuted(problem, escalating) && isProven(problem)),
      kind,
    ).toBe(true);
  }
});

it('a problem with a solution has no proof', () => {
  for (const { name, problem } of FAMILIES.filter(({ answer }) => answer === 'found').slice(0, 12)) {
    expect(proofOf(problem, 300), name).toBeUndefined();
  }
  for (let seed = 0; seed < 100; seed++) {
    const problem = randomMixed(mixedKind(seed), seed);
    const search = bounded.start(problem, 20_000);
    const isFound = search.run(Number.POSITIVE_INFINITY)?.kind === 'found';
    search.end();
    if (isFound) expect(proofOf(problem, 300), `${seed}`).toBeUndefined();
  }
});
