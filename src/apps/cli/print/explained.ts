// A pod or a claim with its explanation: what the printers of explanations are given.

import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { ExplainedObject } from '../../../explain/text/headline.js';

/** A pod, or a claim that no pod names, explained. */
export interface Explained extends ExplainedObject {
  /** The claims that it needs. */
  readonly claims: readonly ResourceClaim[];
}
