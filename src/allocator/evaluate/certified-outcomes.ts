// Defines outcomes with certificates for the results of filters, so that public types do not depend on the prover.

import type { Outcome } from './outcome.js';

/** Outcomes with certificates, by node name. */
export interface CertifiedOutcomes {
  /** Undefined if the claims can be allocated, or have an error. */
  get(nodeName: string): Outcome | undefined;
}
