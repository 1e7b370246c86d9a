// Certificates for callers who ask for them, within the limits of their call.

import { CallEnded, type Checkpoint } from '../base/checkpoint.js';
import type { JsonObject } from '../base/json.js';
import type { SelectorCache } from '../cel/cache.js';
import { readObjects } from '../check/objects.js';
import { readProblem } from '../check/problem.js';
import { initialState } from '../check/state.js';
import type { Features } from '../features/features.js';
import type { Certified } from './certificate.js';
import { MOST_CASES, prove } from './prove.js';

/** The semantics that a certificate is about. */
interface Semantics {
  readonly features: Features;
  readonly corrections: boolean;
  readonly selectors: SelectorCache;
}

/** Units that a step of the search for a proof counts for. */
const UNITS_OF_STEP = 64;

/** Looks for a certificate for the input of `allocate`, which cannot be allocated. */
export function certify(input: object, { features, corrections, selectors }: Semantics, checkpoint: Checkpoint): Certified {
  try {
    const objects = readObjects(input as JsonObject, features, checkpoint);
    const problem = readProblem(objects, features, selectors, corrections, checkpoint);
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
