// Creates certificates on request, within the limits of the call.

import type { Certificate, Certified } from '../../allocator/certificate.js';
import { type Checkpoint, endOfCall } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { Refused } from '../check/count.js';
import type { Objects } from '../check/reading/objects.js';
import { readProblem, type Semantics } from '../check/reading/reader.js';
import { countValues } from '../check/reading/size.js';
import { verify } from '../check/verify.js';
import { DEFAULT_WORK, TooMuchWork, Work } from '../check/work.js';
import { MOST_CASES, prove } from './prove.js';

/** The most work of a search for a proof, in steps. */
export const SEARCH_WORK = 1_000_000_000;

/** The result if the call ended before a proof was found. */
export const CAME_TO_LIMIT: Certified = { uncertified: 'the call reached its limit before it found a proof' };

/** Searches for a proof that claims cannot be allocated. `input`: the objects as passed by the caller, which the checker will receive. */
export function* certify(
  objects: Incremental<Objects>,
  semantics: Semantics,
  checkpoint: Checkpoint,
  input?: object,
): Incremental<Certified> {
  try {
    return yield* searchIn(yield* objects, semantics, checkpoint, input);
  } catch (error) {
    return certificateAtEnd(error);
  }
}

/** Returns the result if the call ended before a certificate was found. Rethrows other errors. */
export function certificateAtEnd(error: unknown): Certified {
  endOfCall(error);
  return CAME_TO_LIMIT;
}

/** Searches for a certificate that the checker accepts by default. Pauses at each yield. */
function* searchIn(objects: Objects, semantics: Semantics, checkpoint: Checkpoint, input?: object): Generator<undefined, Certified> {
  // Half of the work is reserved for other parts of a check: decoding the objects, and applying taints of rules.
  const work = new Work(DEFAULT_WORK / 2, checkpoint);
  let tooMuch = 'the input has more objects than a check reads by default';
  try {
    if (input !== undefined) yield* countValues(input, work);
    const problem = yield* readProblem(objects, semantics, work);
    tooMuch = 'no proof was found within the work limit of a search';
    const proof = yield* prove(problem, new Work(SEARCH_WORK, checkpoint));
    if (proof === undefined) return { uncertified: `no proof was found within the limit of ${MOST_CASES} cases` };
    tooMuch = 'the proof needs more work than a check does by default';
    const certificate: Certificate = { version: 1, proof };
    yield* verify(problem, certificate, work);
    return { certificate };
  } catch (error) {
    if (error instanceof TooMuchWork) return { uncertified: tooMuch };
    if (error instanceof Refused) return { uncertified: `the proof that was found does not hold: ${error.message}` };
    throw error;
  }
}
