// Proofs for problems in indices, which the checker verifies.

import type { Proof } from '../../src/certificate/certificate.js';
import { prove } from '../../src/certificate/prove.js';
import { verify } from '../../src/check/verify.js';
import { inOneGo, Work } from '../../src/check/work.js';
import { BOUND_ALL } from '../../src/kernel/layout.js';
import type { Problem } from '../../src/kernel/problem.js';
import { boundedRelease } from '../support/kernels.js';
import { readingOf } from '../support/problem-reading.js';

export const bounded = await boundedRelease(BOUND_ALL);

function unlimited(): Work {
  return new Work(Number.POSITIVE_INFINITY);
}

export function isRefuted(problem: Problem, kernel = bounded): boolean {
  const search = kernel.start(problem, 20_000);
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  return answer?.kind === 'failed';
}

/** The proof for a problem; undefined: none is found in so many steps. */
export function proofOf(problem: Problem, steps = 20_000): Proof | undefined {
  const search = prove(readingOf(problem), unlimited());
  for (let left = steps; left > 0; left--) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
  return undefined;
}

/** Tells that the checker accepts the proof of a problem, as JSON has it. */
export function isProven(problem: Problem): boolean {
  const proof = proofOf(problem);
  if (proof === undefined) return false;
  inOneGo(verify(readingOf(problem), { version: 1, proof: JSON.parse(JSON.stringify(proof)) }, unlimited()));
  return true;
}
