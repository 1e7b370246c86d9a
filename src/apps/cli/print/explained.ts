// A pod or a claim with its explanation, the input of the printers of explanations.

import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { ExplainedObject } from '../../../explain/text/headline.js';

/** An explained pod, or an explained claim without a pod. */
export interface Explained extends ExplainedObject {
  /** The claims that it needs. */
  readonly claims: readonly ResourceClaim[];
}
