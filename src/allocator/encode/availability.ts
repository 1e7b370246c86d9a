// Checks whether a node can use the devices of an allocated claim. Source: docs/spec/reference-1.37.md 2.3, 2.10 and 6.3.

import type { Node } from '../../core/api/node.js';
import { canSkipOperations, includesNode } from '../../core/api/node-match.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { type BindingReadiness, bindingReadiness } from './binding-readiness.js';

/**
 * - `out-of-reach`: the node selector of the allocation does not match the node.
 * - `skips-node-operations`: a device skips operations that the node does not declare as optional.
 * - `timed-out`, `failed`: the binding conditions of the claim, see {@link BindingReadiness}.
 */
export type Unavailability =
  | { readonly kind: 'out-of-reach' | 'skips-node-operations' }
  | Exclude<BindingReadiness, { readonly kind: 'ready' | 'waiting' }>;

/** The time and the feature gates for checking claims. */
export interface AvailabilityOptions {
  readonly features: { readonly deviceBindingAndStatus: boolean };
  /** The time, in milliseconds since 1970. Default: the current time. */
  readonly now?: number;
}

/**
 * Checks an allocated claim like the scheduler. Returns undefined if its devices can be used on the node. Throws `node-selection-failed`, and `invalid-object`
 * for an allocation that cannot be parsed.
 */
export function* unavailabilityOf(
  claim: ResourceClaim,
  node: Node,
  { features, now = Date.now() }: AvailabilityOptions,
  checkpoint: Checkpoint,
): Incremental<Unavailability | undefined> {
  const { nodeSelector, results = [] } = claim.status.allocation ?? {};
  if (nodeSelector !== undefined && !(yield* includesNode({ nodeSelector }, node, '', checkpoint))) return { kind: 'out-of-reach' };
  checkpoint.step(results.length / ITEMS_A_UNIT);
  const skips = results.some(({ skipNodeOperations }) => skipNodeOperations.length > 0);
  if (skips && !canSkipOperations(node)) return { kind: 'skips-node-operations' };
  if (!features.deviceBindingAndStatus) return undefined;
  const readiness = yield* bindingReadiness(claim, now, checkpoint);
  return isBindable(readiness) ? undefined : readiness;
}

/** Returns whether the claim can be bound, now or later. */
function isBindable(readiness: BindingReadiness): readiness is Extract<BindingReadiness, { readonly kind: 'ready' | 'waiting' }> {
  return readiness.kind === 'ready' || readiness.kind === 'waiting';
}
