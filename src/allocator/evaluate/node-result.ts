// The result of the search of one node: an outcome, or the error that the search came upon.

import type { Checkpoint, Yield } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, inSlices } from '../../core/base/incremental.js';
import type { PickedDevice } from '../encode/slot-plan.js';
import type { Outcome } from './outcome.js';

/** An outcome, and what was selected for the claims that had none. */
export interface Solved {
  readonly outcome: Outcome;
  readonly picked: readonly PickedDevice[];
}

/** The result of a node that was searched by itself. */
export type NodeResult = Solved | AllocationError;

/** A search that ended: with its result, or with selections that are decoded when its turn comes, for share IDs come in the order of nodes. Without time the outcome says so. */
export type PendingResult<T = NodeResult> = { readonly known: T } | { readonly finishing: (checkpoint: Checkpoint) => Incremental<T> };

/** Finishes a search, yielding to the event loop. */
export async function finish<T>(pending: PendingResult<T>, checkpoint: Checkpoint, giveWay: Yield): Promise<T> {
  return 'known' in pending ? pending.known : inSlices(checkpoint, pending.finishing(checkpoint), giveWay);
}

/** Gives the result of a search, or its error. Errors of other kinds are defects and go on. */
export function resultOrError(solve: () => Solved): NodeResult {
  try {
    return solve();
  } catch (error) {
    return asAllocationError(error);
  }
}

/** Gives the outcome of a result; throws its error. */
export function outcomeOrThrow(result: NodeResult): Outcome {
  if (result instanceof AllocationError) throw result;
  return result.outcome;
}

/** Throws errors of other kinds, which are defects. */
export function asAllocationError(error: unknown): AllocationError {
  if (error instanceof AllocationError) return error;
  throw error;
}
