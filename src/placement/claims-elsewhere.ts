// Claims of a pod of which some have their devices already. On a node where these cannot be had the scheduler still asks for devices for the others: an
// error there ends its attempt, and the lack of devices is what it tells. Source: Filter of plugin dynamicresources of Kubernetes 1.37.1.

import { type AvailabilityOptions, unavailabilityOf } from '../allocator/encode/availability.js';
import { objectName } from '../core/api/meta.js';
import type { Node } from '../core/api/node.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import { CLAIM_ELSEWHERE, NO_DEVICES } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';

/** Tells claims that were allocated before from those that are to be. */
export class ClaimsElsewhere {
  /** The claims that have no devices yet. */
  readonly pending: readonly ResourceClaim[];
  readonly #allocated: readonly ResourceClaim[];
  readonly #availability: AvailabilityOptions;

  constructor(claims: readonly ResourceClaim[], availability: AvailabilityOptions) {
    this.pending = claims.filter(({ status }) => status.allocation === undefined);
    this.#allocated = claims.filter(({ status }) => status.allocation !== undefined);
    this.#availability = availability;
  }

  /** The nodes on which the pending claims are to be queried by themselves, since an allocated one cannot be had there. */
  nodesToAsk(nodes: readonly Node[]): readonly Node[] {
    if (this.pending.length === 0 || this.#allocated.length === 0) return [];
    return nodes.filter((node) => this.#unavailableOn(node) !== undefined);
  }

  /** The reason of a node on which the claims do not fit together. `pendingFit`: the pending ones fit there by themselves. */
  rejectionOn(node: Node, pendingFit: boolean): Rejection {
    const claim = this.pending.length === 0 || pendingFit ? this.#unavailableOn(node) : undefined;
    return claim === undefined ? NO_DEVICES : { ...CLAIM_ELSEWHERE, detail: `claim ${objectName(claim.metadata)}` };
  }

  #unavailableOn(node: Node): ResourceClaim | undefined {
    return this.#allocated.find((claim) => {
      try {
        return inOneGo(unavailabilityOf(claim, node, this.#availability, UNLIMITED)) !== undefined;
      } catch (error) {
        // An allocation that does not parse is an error of the node, which is told elsewhere.
        if (error instanceof AllocationError) return false;
        throw error;
      }
    });
  }
}
