// Runs one allocation of claims on one node, from the checks before the search to the outcome.

import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { copyRaw } from '../../../core/api/values.js';
import { CallEnded, type Checkpoint } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import { type Incremental, inOneGo, inSlices } from '../../../core/base/incremental.js';
import { filtering, mapping } from '../../../core/base/lists-in-increments.js';
import type { AllocationResult } from '../../decode/allocation-result.js';
import { decodedAtOnce, decodeSelections } from '../../decode/decode.js';
import { unavailabilityOf } from '../../encode/availability.js';
import { type EncodedProblem, encodeProblem } from '../../encode/encode.js';
import { invalidPools } from '../../encode/failures.js';
import { SelectorInterrupted } from '../../encode/interrupted-selector.js';
import type { ClaimPlan, SelectedDevice } from '../../encode/slot-plan.js';
import type { Search } from '../../kernel/problem.js';
import type { PoolDevice } from '../../pools/pool.js';
import type { AllocationInput } from '../attempt.js';
import { type AsyncLimits, checkpointInOneGo, checkpointOf, type Limits, type RunResult, run, runInSlices } from '../limits.js';
import { finish as finishPending, type PendingResult, type Solved } from '../node-result.js';
import type { Outcome } from '../outcome.js';
import type { Scheduling } from '../runtime.js';

/** Builds the input of an allocation, within the limits of its call. */
type InputOf = (checkpoint: Checkpoint) => Incremental<AllocationInput>;

/** Allocates without yielding. Throws AllocationError. */
export function allocateOnNode(inputOf: InputOf, limits: Limits, deadline: number): Solved {
  const checkpoint = checkpointInOneGo(limits, deadline);
  try {
    const begun = inOneGo(begin(inputOf, limits, checkpoint), checkpoint);
    try {
      return inOneGo(finishWithin(begun, run(begun.search, deadline), checkpoint), checkpoint);
    } finally {
      begun.search.end();
    }
  } catch (error) {
    if (isEnd(error)) return ended(error);
    throw error;
  }
}

/** Allocates, yielding to the event loop. Rejects with AllocationError. */
export async function allocateOnNodeAsync(
  inputOf: InputOf,
  limits: AsyncLimits,
  scheduling: Scheduling,
  deadline: number,
): Promise<Outcome> {
  const pending = await searchOnNodeAsync(inputOf, limits, scheduling, deadline);
  return (await finishPending(pending, checkpointOf(limits, deadline), scheduling.yieldNow)).outcome;
}

/** Searches like `allocateOnNodeAsync`, but leaves decoding to the caller, so that concurrent searches create their share IDs in order. */
export async function searchOnNodeAsync(
  inputOf: InputOf,
  limits: AsyncLimits,
  scheduling: Scheduling,
  deadline: number,
): Promise<PendingResult<Solved>> {
  const checkpoint = checkpointOf(limits, deadline);
  try {
    const begun = await inSlices(checkpoint, begin(inputOf, limits, checkpoint), scheduling.yieldNow);
    try {
      const result = await runInSlices(begun.search, deadline, limits.signal, scheduling);
      if (result.kind === 'found') return { finishing: (finishCheckpoint) => finishWithin(begun, result, finishCheckpoint) };
      const last = checkpointOf(limits, deadline);
      return { result: await inSlices(last, finishWithin(begun, result, last), scheduling.yieldNow) };
    } finally {
      begun.search.end();
    }
  } catch (error) {
    if (isEnd(error)) return { result: ended(error) };
    throw error;
  }
}

/** The end of a call without an answer. */
type End = CallEnded | SelectorInterrupted;

function isEnd(error: unknown): error is End {
  return error instanceof CallEnded || error instanceof SelectorInterrupted;
}

/** Returns the outcome of a call that ended outside a search. The outcome is a new object each time, because callers may modify it. */
function ended(end: End, steps = 0): Solved {
  if (end instanceof SelectorInterrupted) return { outcome: interruptedBySelector(end, steps), selectedDevices: [] };
  return { outcome: { kind: 'interrupted', by: end.by, steps }, selectedDevices: [] };
}

function interruptedBySelector({ selector }: SelectorInterrupted, steps: number): Outcome {
  return { kind: 'interrupted', by: 'selector', steps, selector };
}

/** The most claims or selections iterated without yielding. */
const FEW = 64;

const NO_SELECTIONS: Extract<RunResult, { readonly kind: 'found' }>['selections'] = [];

/** A running search, with its input. */
interface Begun {
  readonly input: AllocationInput;
  readonly encoded: EncodedProblem;
  readonly search: Search;
}

/** Encodes the claims that are not allocated, and starts their search. */
function* begin(inputOf: InputOf, limits: Limits, checkpoint: Checkpoint): Incremental<Begun> {
  checkpoint.check();
  const input = yield* inputOf(checkpoint);
  const { view, deviceClasses, allocated, features, corrections } = input;
  const isPending = ({ status }: ResourceClaim): boolean => status.allocation === undefined;
  const claims = input.claims.length <= FEW ? input.claims.filter(isPending) : yield* filtering(input.claims, isPending, checkpoint);
  const encoded = yield* encodeProblem({ view, claims, deviceClasses, allocated, features, corrections, checkpoint });
  return { input, encoded, search: yield* input.kernel.start(encoded.problem, limits.steps, checkpoint) };
}

/**
 * Returns the outcome of a finished search. The outcome is interrupted if the call ends now. Throws the error of the search,
 * even if an allocated claim cannot be used on the node.
 */
function* finishWithin({ input, encoded }: Begun, result: RunResult, checkpoint: Checkpoint): Incremental<Solved> {
  const selections = result.kind === 'found' ? result.selections : NO_SELECTIONS;
  const selectedDeviceOf = ({ slot, device }: (typeof selections)[number]): SelectedDevice => ({
    slot,
    device: encoded.devices[device] as PoolDevice,
  });
  try {
    const selectedDevices =
      selections.length <= FEW ? selections.map(selectedDeviceOf) : yield* mapping(selections, selectedDeviceOf, checkpoint);
    return { outcome: yield* outcomeOf(input, encoded, result, selectedDevices, checkpoint), selectedDevices };
  } catch (error) {
    if (isEnd(error)) return ended(error, result.steps);
    throw error;
  }
}

function* outcomeOf(
  input: AllocationInput,
  encoded: EncodedProblem,
  result: RunResult,
  selectedDevices: readonly SelectedDevice[],
  checkpoint: Checkpoint,
): Incremental<Outcome> {
  const { view } = input;
  const { steps } = result;
  switch (result.kind) {
    case 'found': {
      const allocations = yield* allocationsFor(input, encoded, selectedDevices, checkpoint);
      return allocations === undefined ? { kind: 'unallocatable', steps } : { kind: 'allocated', allocations, steps };
    }
    case 'error': {
      const error = yield* encoded.error(result.error, checkpoint);
      if (error instanceof SelectorInterrupted) return interruptedBySelector(error, steps);
      throw error;
    }
    case 'interrupted':
      return { kind: 'interrupted', by: result.by, steps };
    case 'exceeded':
      // The minimum number of devices of each claim was checked before, and a search with the minimum never exceeds the limit.
      throw new AllocationError(
        'internal',
        'the search exceeded the device limit of a claim, although the claim can be allocated fewer devices',
      );
    default: {
      // Invalid pools matter only if no solution was found.
      const invalid = yield* invalidPools(view.pools, checkpoint);
      if (invalid !== undefined) throw invalid;
      return { kind: 'unallocatable', steps };
    }
  }
}

/** Returns the new or existing allocation of each claim, or undefined if an allocated claim cannot be used on the node. */
function* allocationsFor(
  input: AllocationInput,
  encoded: EncodedProblem,
  selectedDevices: readonly SelectedDevice[],
  checkpoint: Checkpoint,
): Incremental<AllocationResult[] | undefined> {
  const { view, claims, features, newShareID } = input;
  const claimOf = ({ claim }: ClaimPlan): ResourceClaim => claim;
  const pending = encoded.claims.length <= FEW ? encoded.claims.map(claimOf) : yield* mapping(encoded.claims, claimOf, checkpoint);
  const options = { nodeName: view.node.metadata.name, features, newShareID, checkpoint };
  const decodable = { claims: pending, plans: encoded.claims, slots: encoded.slots };
  const fresh = decodedAtOnce(decodable, selectedDevices, options) ?? (yield* decodeSelections(decodable, selectedDevices, options));
  for (const claim of claims) {
    const isHeld = claim.status.allocation !== undefined;
    if (isHeld && (yield* unavailabilityOf(claim, view.node, input, checkpoint)) !== undefined) return undefined;
    if (checkpoint.due()) yield;
  }
  const all: AllocationResult[] = [];
  let next = 0;
  for (const { status } of claims) {
    const { allocation } = status;
    if (allocation === undefined) all.push(fresh[next++] as AllocationResult);
    else all.push((yield* copyRaw(allocation.source, checkpoint)) as unknown as AllocationResult);
    if (checkpoint.due()) yield;
  }
  return all;
}
