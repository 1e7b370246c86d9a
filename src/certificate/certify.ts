// Certificates for callers who ask for them, within the limits of their call.

import { CallEnded, type Checkpoint } from '../base/checkpoint.js';
import type { JsonObject } from '../base/json.js';
import type { Objects } from '../check/reading/objects.js';
import { type Problem, problemOf, readProblem, type Semantics } from '../check/reading/problem.js';
import { initialState } from '../check/state.js';
import type { Certified } from './certificate.js';
import { MOST_CASES, prove } from './prove.js';

/** Units that a step of the search for a proof counts for. */
const UNITS_OF_STEP = 64;

/** Looks for a certificate for the input of `allocate`, which cannot be allocated. */
export function certify(input: object, semantics: Semantics, checkpoint: Checkpoint): Certified {
  return within(() => readProblem(input as JsonObject, semantics, checkpoint), checkpoint);
}

/** Looks for a certificate for decoded objects. */
export function certifyObjects(objectsOf: () => Objects, semantics: Semantics, checkpoint: Checkpoint): Certified {
  return within(() => problemOf(objectsOf(), semantics, checkpoint), checkpoint);
}

function within(read: () => Problem, checkpoint: Checkpoint): Certified {
  try {
    const problem = read();
    const search = checkpoint.keep(() => prove(initialState(problem)));
    const proof = checkpoint.keep(() => {
      for (;;) {
        const { done, value } = search.next();
        if (done === true) return value;
        checkpoint.stepOrPause(UNITS_OF_STEP);
      }
    });
    if (proof === undefined) return { uncertified: `no proof was found within ${MOST_CASES} cases` };
    return { certificate: { version: 1, proof } };
  } catch (error) {
    if (error instanceof CallEnded) return { uncertified: 'the call came to its limit before there was a proof' };
    throw error;
  }
}
