// Handles pods with some allocated claims, on nodes where these allocations are unavailable. The scheduler still searches devices for the
// pending claims there: an error ends its attempt, and missing devices become its message. Source: Filter of plugin dynamicresources of
// Kubernetes 1.37.1.

import { type AvailabilityOptions, unavailabilityOf } from '../allocator/encode/availability.js';
import { objectName } from '../core/api/meta.js';
import type { Node } from '../core/api/node.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import { CLAIM_ELSEWHERE, NO_DEVICES } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';

/** Separates allocated claims from pending claims. */
export class ClaimsElsewhere {
  readonly pending: readonly ResourceClaim[];
  readonly #allocated: readonly ResourceClaim[];
  readonly #availability: AvailabilityOptions;

  constructor(claims: readonly ResourceClaim[], availability: AvailabilityOptions) {
    this.pending = claims.filter(({ status }) => status.allocation === undefined);
    this.#allocated = claims.filter(({ status }) => status.allocation !== undefined);
    this.#availability = availability;
  }

  /** Returns the nodes on which the pending claims must be searched alone, because an allocated claim is unavailable there. */
  nodesToAsk(nodes: readonly Node[]): readonly Node[] {
    if (this.pending.length === 0 || this.#allocated.length === 0) return [];
    return nodes.filter((node) => this.#unavailableOn(node) !== undefined);
  }

  /** Returns why the claims do not fit on a node. `pendingFit`: true if the pending claims alone fit there. */
  rejectionOn(node: Node, pendingFit: boolean): Rejection {
    const claim = this.pending.length === 0 || pendingFit ? this.#unavailableOn(node) : undefined;
    return claim === undefined ? NO_DEVICES : { ...CLAIM_ELSEWHERE, detail: `claim ${objectName(claim.metadata)}` };
  }

  #unavailableOn(node: Node): ResourceClaim | undefined {
    return this.#allocated.find((claim) => {
      try {
        return inOneGo(unavailabilityOf(claim, node, this.#availability, UNLIMITED)) !== undefined;
      } catch (error) {
        // An allocation that does not parse is an error of the node. Another check reports it.
        if (error instanceof AllocationError) return false;
        throw error;
      }
    });
  }
}
