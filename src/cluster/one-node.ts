// A node is searched by itself, in one go or giving way to the event loop.

import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { Checkpoint } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { AsyncLimits, Elsewhere, Limits } from '../evaluate/limits.js';
import { type AllocationInput, allocateOnNode, type Solved, searchOnNodeAsync } from '../evaluate/one-node/allocation.js';
import type { Outcome } from '../evaluate/outcome.js';
import type { Single } from './filter.js';
import type { InWords } from './try-all.js';

/** Claims against a state of the cluster, to be asked of one node or of many. */
export interface NodeInputs {
  readonly claims: readonly ResourceClaim[];
  /** Makes the input for a node, within the limits of a call. */
  on(node: Node, checkpoint: Checkpoint): AllocationInput;
}

/** Searches a node by itself, and gives its outcome or its error. Without time nobody looks at what it sees. */
export function tryOn(inputs: NodeInputs, node: Node, limits: Limits, deadline: number): Single {
  if (performance.now() >= deadline) return tooLate();
  return orError(() => allocateOnNode((checkpoint) => inputs.on(node, checkpoint), limits, deadline));
}

/** Searches a node like `tryOn`, giving way to the event loop while it searches. */
export async function tryOnAsync(
  inputs: NodeInputs,
  node: Node,
  limits: AsyncLimits,
  elsewhere: Elsewhere,
  deadline: number,
): Promise<InWords> {
  if (performance.now() >= deadline && limits.signal?.aborted !== true) return tooLate;
  try {
    const solved = await searchOnNodeAsync((checkpoint) => inputs.on(node, checkpoint), limits, elsewhere, deadline);
    return (own) => orError(() => solved(own));
  } catch (error) {
    const known = asAllocationError(error);
    return () => known;
  }
}

function tooLate(): Single {
  return { outcome: { kind: 'interrupted', by: 'milliseconds', steps: 0 }, picked: [] };
}

/** Gives the result of a search, or its error. */
export function orError(solve: () => Solved): Single {
  try {
    return solve();
  } catch (error) {
    return asAllocationError(error);
  }
}

/** The outcome of a search; throws its error. */
export function orThrow(single: Single): Outcome {
  if (single instanceof AllocationError) throw single;
  return single.outcome;
}

/** Errors of other kinds are defects and go on. */
function asAllocationError(error: unknown): AllocationError {
  if (error instanceof AllocationError) return error;
  throw error;
}
