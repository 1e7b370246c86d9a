// One allocation of claims on one node, from the checks before the search to the outcome.

import type { DeviceClass } from '../api/device-class.js';
import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { CallEnded } from '../checkpoint.js';
import type { AllocationResult } from '../decode/allocation-result.js';
import { decodePicks } from '../decode/decode.js';
import type { NewShareID } from '../decode/share-id.js';
import type { AllocatedView } from '../encode/allocated-state.js';
import { type EncodedProblem, encodeProblem } from '../encode/encode.js';
import { SelectorInterrupted } from '../encode/interrupted-selector.js';
import type { NodeView } from '../encode/node-view.js';
import type { PickedDevice } from '../encode/plan.js';
import { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import { copyJson } from '../json.js';
import type { Kernel, Search } from '../kernel/problem.js';
import { withJson } from '../plain-json.js';
import { canSkipOperations, choiceIncludes } from '../pools/node-match.js';
import type { PoolDevice } from '../pools/pool.js';
import { bindingReadiness } from './binding-readiness.js';
import { type AsyncLimits, checkpointOf, type Elsewhere, type Limits, type RunResult, run, runInSlices } from './limits.js';
import type { Outcome } from './outcome.js';

/** What an allocation works with. */
export interface AllocationInput {
  readonly view: NodeView;
  readonly claims: readonly ResourceClaim[];
  readonly deviceClasses: ReadonlyMap<string, DeviceClass>;
  readonly allocated: AllocatedView;
  readonly features: Features;
  readonly corrections: boolean;
  readonly kernel: Kernel;
  readonly newShareID: NewShareID;
  /** The time by which claims wait too long for their binding conditions, in milliseconds since 1970. Default: that of the clock. */
  readonly now?: number;
}

/** An outcome, and what was picked for the claims that had none. */
export interface Solved {
  readonly outcome: Outcome;
  readonly picked: readonly PickedDevice[];
}

/** Allocates in one go. Throws AllocationError. */
export function allocateOnNode(input: AllocationInput, limits: Limits, deadline: number): Solved {
  const begun = begin(input, limits, deadline);
  if ('outcome' in begun) return begun;
  const { encoded, search } = begun;
  try {
    return finish(input, encoded, run(search, deadline));
  } finally {
    search.end();
  }
}

/** Allocates and gives way to the event loop while it searches. Rejects with AllocationError. */
export async function allocateOnNodeAsync(
  input: () => AllocationInput,
  limits: AsyncLimits,
  elsewhere: Elsewhere,
  deadline: number,
): Promise<Outcome> {
  const solved = await searchOnNodeAsync(input, limits, elsewhere, deadline);
  return solved().outcome;
}

/**
 * As `allocateOnNodeAsync`, up to what it found, which is put in words when it is asked for: so that of several searches that run at a time
 * each gets its share IDs in its turn.
 */
export async function searchOnNodeAsync(
  input: () => AllocationInput,
  limits: AsyncLimits,
  elsewhere: Elsewhere,
  deadline: number,
): Promise<() => Solved> {
  if (limits.signal?.aborted === true) return () => notBegun({ by: 'signal' });
  const taken = input();
  const begun = begin(taken, limits, deadline);
  if ('outcome' in begun) return () => begun;
  const { encoded, search } = begun;
  try {
    const result = await runInSlices(search, deadline, limits.signal, elsewhere);
    if (result.kind === 'found') return () => finish(taken, encoded, result);
    const solved = finish(taken, encoded, result);
    return () => solved;
  } finally {
    search.end();
  }
}

/** What ended before there was a search. Callers may write into what they get: each time another object. */
function notBegun(end: Pick<CallEnded, 'by'> | SelectorInterrupted): Solved {
  if (end instanceof SelectorInterrupted) return { outcome: interruptedBySelector(end, 0), picked: [] };
  return { outcome: { kind: 'interrupted', by: end.by, steps: 0 }, picked: [] };
}

function interruptedBySelector({ selector }: SelectorInterrupted, steps: number): Outcome {
  return { kind: 'interrupted', by: 'selector', steps, selector };
}

/** Encodes the claims that have no devices yet and starts their search. An outcome: a limit ends the call before that. */
function begin(input: AllocationInput, limits: AsyncLimits, deadline: number): { encoded: EncodedProblem; search: Search } | Solved {
  const { view, deviceClasses, allocated, features, corrections } = input;
  const claims = input.claims.filter(({ status }) => status.allocation === undefined);
  const checkpoint = checkpointOf(limits, deadline);
  try {
    checkpoint.check();
    const encoded = encodeProblem({ view, claims, deviceClasses, allocated, features, corrections, checkpoint });
    return { encoded, search: input.kernel.start(encoded.problem, limits.steps) };
  } catch (error) {
    if (error instanceof CallEnded || error instanceof SelectorInterrupted) return notBegun(error);
    throw error;
  }
}

/**
 * Whether a claim that was allocated before is available on the node, as the scheduler judges it: the devices are in reach, the node can
 * do without the operations that they skip, and what must be met before a pod is bound has not failed. Source: reference-1.37.md 2.3, 2.10,
 * section 6.
 */
function isAvailableOn(node: Node, claim: ResourceClaim, { deviceBindingAndStatus }: Features, now: number): boolean {
  const { nodeSelector, results = [] } = claim.status.allocation ?? {};
  if (nodeSelector !== undefined && !choiceIncludes({ nodeSelector }, node, '')) return false;
  const skips = results.some(({ skipNodeOperations }) => skipNodeOperations.length > 0);
  if (skips && !canSkipOperations(node)) return false;
  if (!deviceBindingAndStatus) return true;
  const { kind } = bindingReadiness(claim, now);
  return kind === 'ready' || kind === 'waiting';
}

/**
 * Turns the end of a search into an outcome. Throws the error that the search came upon: it counts also when a claim that has its
 * devices already cannot be used on the node.
 */
function finish(input: AllocationInput, encoded: EncodedProblem, result: RunResult): Solved {
  const picks = result.kind === 'found' ? result.picks : [];
  const picked = picks.map(({ slot, device }) => ({ slot, device: encoded.devices[device] as PoolDevice }));
  return { outcome: outcomeOf(input, encoded, result, picked), picked };
}

function outcomeOf(input: AllocationInput, encoded: EncodedProblem, result: RunResult, picked: readonly PickedDevice[]): Outcome {
  const { view, claims, features, newShareID, now = Date.now() } = input;
  const { steps } = result;
  switch (result.kind) {
    case 'found': {
      const pending = encoded.claims.map(({ claim }) => claim);
      const options = { nodeName: view.node.metadata.name, features, newShareID };
      const fresh = decodePicks({ claims: pending, plans: encoded.claims, slots: encoded.slots }, picked, options).values();
      if (!claims.every((claim) => isAvailableOn(view.node, claim, features, now))) return { kind: 'unallocatable', steps };
      const allocations = claims.map(({ status }) =>
        status.allocation === undefined ? fresh.next().value : withJson(copyJson(status.allocation.source)),
      );
      return { kind: 'allocated', allocations: allocations as unknown as AllocationResult[], steps };
    }
    case 'error': {
      const error = encoded.error(result.error);
      if (error instanceof SelectorInterrupted) return interruptedBySelector(error, steps);
      throw error;
    }
    case 'interrupted':
      return { kind: 'interrupted', by: result.by, steps };
    case 'exceeded':
      // The least that each claim needs was checked before, and a search that takes the least never exceeds.
      throw new AllocationError('internal', 'the search exceeded the limit of a claim although its least number of devices is within it');
    default:
      // Pools that are invalid matter only where nothing else was found.
      if (view.pools.some(({ problem }) => problem?.kind === 'invalid')) {
        throw new AllocationError('invalid-pools', `invalid resource pools were encountered${describeInvalid(view)}`);
      }
      return { kind: 'unallocatable', steps };
  }
}

function describeInvalid({ pools }: NodeView): string {
  const found = pools.filter(({ problem }) => problem?.kind === 'invalid');
  return `: ${found.map(({ driver, name, problem }) => `${driver}/${name} (${problem?.reason})`).join(', ')}`;
}
