// Proofs for problems in indices, which the checker verifies.

import type { Proof } from '../../../src/allocator/certificate.js';
import { BOUND_ALL } from '../../../src/allocator/kernel/layout.js';
import type { Problem } from '../../../src/allocator/kernel/problem.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { SEARCH_WORK } from '../../../src/explain/certificate/certify.js';
import { prove } from '../../../src/explain/certificate/prove.js';
import { verify } from '../../../src/explain/check/verify.js';
import { TooMuchWork, Work } from '../../../src/explain/check/work.js';
import { boundedRelease } from '../../support/kernels.js';
import { readingOf } from '../../support/problem-reading.js';

export const bounded = await boundedRelease(BOUND_ALL);

function unlimited(): Work {
  return new Work(Number.POSITIVE_INFINITY);
}

export function isRefuted(problem: Problem, kernel = bounded): boolean {
  const search = inOneGo(kernel.start(problem, 20_000));
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  return answer?.kind === 'failed';
}

/** The proof for a problem. Undefined: no proof is found with this much work. */
export function proofOf(problem: Problem, work = SEARCH_WORK): Proof | undefined {
  try {
    return inOneGo(prove(readingOf(problem), new Work(work)));
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

/** Returns whether the checker accepts the proof of a problem after conversion to JSON. */
export function isProven(problem: Problem): boolean {
  const proof = proofOf(problem);
  if (proof === undefined) return false;
  inOneGo(verify(readingOf(problem), { version: 1, proof: JSON.parse(JSON.stringify(proof)) }, unlimited()));
  return true;
}
