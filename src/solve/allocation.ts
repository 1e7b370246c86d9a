// One allocation of claims on one node, from the checks before the search to the outcome.

import type { DeviceClass } from '../api/device-class.js';
import { objectName } from '../api/meta.js';
import type { ResourceClaim, Allocation as StoredAllocation } from '../api/resource-claim.js';
import type { AllocationResult } from '../decode/allocation-result.js';
import { decodePicks } from '../decode/decode.js';
import type { AllocatedState } from '../encode/allocated-state.js';
import { type EncodedProblem, encodeProblem } from '../encode/encode.js';
import type { NodeView } from '../encode/node-view.js';
import { CLAIM_LIMIT } from '../encode/plan.js';
import { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import type { Kernel, Search } from '../kernel/problem.js';
import { choiceIncludes } from '../pools/node-match.js';
import { type AsyncLimits, deadlineOf, type Limits, type RunResult, run, runInSlices, type Yield } from './limits.js';
import type { Outcome } from './outcome.js';

/** What an allocation works with. */
export interface AllocationInput {
  readonly view: NodeView;
  readonly claims: readonly ResourceClaim[];
  readonly deviceClasses: ReadonlyMap<string, DeviceClass>;
  readonly allocated: AllocatedState;
  readonly features: Features;
  readonly kernel: Kernel;
}

/** Allocates in one go. Throws AllocationError. */
export function allocateOnNode(input: AllocationInput, limits: Limits, deadline = deadlineOf(limits)): Outcome {
  const begun = begin(input, limits);
  if (begun === undefined) return { kind: 'unallocatable', steps: 0 };
  try {
    return finish(input, begun.encoded, run(begun.search, deadline));
  } finally {
    begun.search.end();
  }
}

/** Allocates and gives way to the event loop while it searches. Rejects with AllocationError. */
export async function allocateOnNodeAsync(
  input: AllocationInput,
  limits: AsyncLimits,
  giveWay: Yield,
  deadline = deadlineOf(limits),
): Promise<Outcome> {
  const begun = begin(input, limits);
  if (begun === undefined) return { kind: 'unallocatable', steps: 0 };
  try {
    return finish(input, begun.encoded, await runInSlices(begun.search, deadline, limits.signal, giveWay));
  } finally {
    begun.search.end();
  }
}

/** Encodes what is to be searched; undefined when a claim that has its devices already cannot be used on this node. */
function begin(input: AllocationInput, limits: Limits): { encoded: EncodedProblem; search: Search } | undefined {
  const stored = input.claims.flatMap(({ status }) => status.allocation ?? []);
  if (!stored.every((allocation) => isUsableOn(input, allocation))) return undefined;
  const pending = input.claims.filter(({ status }) => status.allocation === undefined);
  const encoded = encodeProblem({ ...input, claims: pending });
  return { encoded, search: input.kernel.start(encoded.problem, limits.steps) };
}

/** Whether the devices of a claim that was allocated before are in reach of the node. Source: reference-1.37.md 2.3, section 6. */
function isUsableOn({ view: { node } }: AllocationInput, { nodeSelector, results }: StoredAllocation): boolean {
  if (nodeSelector !== undefined && !choiceIncludes({ nodeSelector }, node, '')) return false;
  const skips = results.some(({ skipNodeOperations }) => skipNodeOperations.length > 0);
  return !skips || node.status.declaredFeatures.includes('DRAOptionalNodeOperations');
}

/** Turns the end of a search into an outcome. Throws the error that the search came upon. */
function finish({ view, claims, features }: AllocationInput, encoded: EncodedProblem, result: RunResult): Outcome {
  const { steps } = result;
  switch (result.kind) {
    case 'found': {
      const fresh = decodePicks(encoded, result.picks, view.node.metadata.name, features);
      const next = fresh.values();
      const allocations = claims.map(({ status }) => status.allocation?.source ?? next.next().value) as AllocationResult[];
      return { kind: 'allocated', allocations, steps };
    }
    case 'error':
      throw encoded.error(result.error);
    case 'interrupted':
      return { kind: 'interrupted', by: result.by, steps };
    case 'exceeded':
      throw tooManyDevices(claims);
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

function tooManyDevices(claims: readonly ResourceClaim[]): AllocationError {
  const first = claims[0];
  const claim = first === undefined ? '' : objectName(first.metadata);
  return new AllocationError('too-many-devices', `claim ${claim}: allocation max size of ${CLAIM_LIMIT} devices exceeded`, { claim });
}
