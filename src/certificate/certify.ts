// Certificates for callers who ask for them, within the limits of their call.

import { CallEnded, type Checkpoint } from '../base/checkpoint.js';
import type { Objects } from '../check/reading/objects.js';
import { readProblem, type Semantics } from '../check/reading/reader.js';
import type { Certified } from './certificate.js';
import { MOST_CASES, prove } from './prove.js';

/** Units that a step of the search for a proof counts for. */
const UNITS_OF_STEP = 64;

/** The call ended before there was a proof. */
export const CAME_TO_LIMIT: Certified = { uncertified: 'the call came to its limit before there was a proof' };

/** Looks for a certificate for claims that cannot be allocated. */
export function certify(objectsOf: () => Objects, semantics: Semantics, checkpoint: Checkpoint): Certified {
  try {
    const problem = readProblem(checkpoint.keep(objectsOf), semantics, checkpoint);
    const search = checkpoint.keep(() => prove(problem));
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
    if (error instanceof CallEnded) return CAME_TO_LIMIT;
    throw error;
  }
}
