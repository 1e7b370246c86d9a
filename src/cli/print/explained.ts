// A pod or a claim with its explanation: what the printers of explanations are given.

import type { ResourceClaim } from '../../api/resource-claim.js';
import type { JsonObject } from '../../base/json.js';
import type { Explanation } from '../../explain/explanation.js';

/** A pod, or a claim that no pod names, explained. */
export interface Explained {
  /** For people: `pod namespace/name` or `claim namespace/name`. */
  readonly name: string;
  /** Kind, namespace and name. */
  readonly object: JsonObject;
  /** The claims that it needs. */
  readonly claims: readonly ResourceClaim[];
  readonly explanation: Explanation;
}
