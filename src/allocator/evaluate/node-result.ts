// Defines the result of the search of one node: an outcome, or the error of the search.

import type { Checkpoint, Yield } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, inSlices } from '../../core/base/incremental.js';
import type { SelectedDevice } from '../encode/slot-plan.js';
import type { Outcome } from './outcome.js';

/** An outcome, and the devices selected for claims that were not allocated. */
export interface Solved {
  readonly outcome: Outcome;
  readonly selectedDevices: readonly SelectedDevice[];
}

/** The result of a node that was searched separately. */
export type NodeResult = Solved | AllocationError;

/**
 * A finished search: its result, or selections to decode in the order of nodes, so that share IDs are created in that order. If
 * the time limit is reached, the outcome says so.
 */
export type PendingResult<T = NodeResult> = { readonly result: T } | { readonly finishing: (checkpoint: Checkpoint) => Incremental<T> };

/** Finishes a search, yielding to the event loop. */
export async function finish<T>(pending: PendingResult<T>, checkpoint: Checkpoint, yieldNow: Yield): Promise<T> {
  return 'result' in pending ? pending.result : inSlices(checkpoint, pending.finishing(checkpoint), yieldNow);
}

/** Returns the result of a search, or its AllocationError. Other errors are defects, and are thrown. */
export function resultOrError(solve: () => Solved): NodeResult {
  try {
    return solve();
  } catch (error) {
    return asAllocationError(error);
  }
}

/** Returns the outcome of a result, or throws its error. */
export function outcomeOrThrow(result: NodeResult): Outcome {
  if (result instanceof AllocationError) throw result;
  return result.outcome;
}

/** Returns an AllocationError. Throws other errors, which are defects. */
export function asAllocationError(error: unknown): AllocationError {
  if (error instanceof AllocationError) return error;
  throw error;
}
