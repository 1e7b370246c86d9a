// Outcomes of nodes with certificates, as results of filters hold them: public types reach this, and not the prover.

import type { Outcome } from './outcome.js';

/** Outcomes with certificates, by the names of nodes. */
export interface CertifiedOutcomes {
  /** Undefined where the claims can be allocated, or have an error. */
  get(nodeName: string): Outcome | undefined;
}
