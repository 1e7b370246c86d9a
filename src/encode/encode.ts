// From Kubernetes objects to a problem in indices, and back from an error of the search to words.

import type { DeviceClass } from '../api/device-class.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import { STAGE_ERROR, STAGE_MATCH } from '../kernel/layout.js';
import { checkLimit, type Problem, type ProblemRequest, type SearchError, type Slot } from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import type { AllocatedState } from './allocated-state.js';
import type { Checkpoint } from './checkpoint.js';
import { failedCheck, failedValue, refusedByConstraint } from './failures.js';
import type { NodeView } from './node-view.js';
import { CLAIM_LIMIT, type ClaimPlan, planClaims, type SlotPlan } from './plan.js';
import { type Examiner, Stage } from './stages.js';
import { encodeConstraints, type PlannedSlot } from './values.js';

/** All that one allocation on one node depends on. */
export interface EncodeInput {
  readonly view: NodeView;
  readonly claims: readonly ResourceClaim[];
  readonly deviceClasses: ReadonlyMap<string, DeviceClass>;
  readonly allocated: AllocatedState;
  readonly features: Features;
  /** Stops long work when the time is up. */
  readonly checkpoint: Checkpoint;
}

/** A problem with what its indices stand for. */
export interface EncodedProblem {
  readonly problem: Problem;
  readonly devices: readonly PoolDevice[];
  readonly slots: readonly SlotPlan[];
  readonly claims: readonly ClaimPlan[];
  readonly examiner: Examiner;
  /** Puts an error of the search in words. */
  error(error: SearchError): AllocationError;
}

/** Encodes an allocation. Throws the error that the reference finds before its search. */
export function encodeProblem(input: EncodeInput): EncodedProblem {
  const { devices, examiner } = input.view;
  checkSize(input);
  const claims = planClaims(input.claims, { ...input, ...input.view });
  const occupied: number[] = [];
  const consumed: number[] = [];
  devices.forEach(({ key, device }, index) => {
    if (input.allocated.has(key)) occupied.push(index);
    if (input.allocated.isConsumed(key) && device.capacity.size > 0) consumed.push(index);
  });
  const problem: Problem = {
    deviceCount: devices.length,
    occupied,
    claimLimit: CLAIM_LIMIT,
    claims: claims.map(({ claim, requests }) => {
      const planned: PlannedSlot[] = requests.flat().map((plan) => ({ plan, slot: encodeSlot(plan, consumed, input) }));
      const slots = planned.map(({ slot }) => slot);
      return {
        requests: requests.map((plans): ProblemRequest => {
          return { prioritized: plans[0]?.subrequestIndex !== undefined, slots: slots.splice(0, plans.length) };
        }),
        constraints: encodeConstraints(claim.spec.devices.constraints, planned, input),
      };
    }),
  };
  const slots = claims.flatMap(({ requests }) => requests.flat());
  return { problem, devices, slots, claims, examiner, error: (error) => describeError(error, slots, input.view) };
}

/** What is too large is refused before any work is done for it. */
function checkSize({ view, claims }: EncodeInput): void {
  const requests = claims.flatMap(({ spec }) => spec.devices.requests);
  checkLimit('devices', view.devices.length);
  checkLimit('claims', claims.length);
  checkLimit(
    'slots',
    requests.reduce((sum, { firstAvailable }) => sum + Math.max(1, firstAvailable.length), 0),
  );
  checkLimit(
    'constraints',
    claims.reduce((sum, { spec }) => sum + spec.devices.constraints.length, 0),
  );
}

function encodeSlot(plan: SlotPlan, consumed: readonly number[], { view, checkpoint }: EncodeInput): Slot {
  // Any count beyond the limit of a claim is as good as another.
  const count = plan.count > 0x7fffffffn ? 0x7fffffff : Number(plan.count);
  const stages = withConsumed(view.examiner.stagesFor(plan, checkpoint), consumed);
  const slot: Slot = { count, adminAccess: plan.adminAccess, stages };
  return plan.all === undefined ? slot : { ...slot, all: plan.all };
}

/** Whether what is left of a device's capacity suffices is a question that this version cannot answer yet. */
function withConsumed(stages: Uint8Array, consumed: readonly number[]): Uint8Array {
  if (consumed.length === 0) return stages;
  const copy = stages.slice();
  for (const index of consumed) {
    const stage = copy[index] as number;
    if (stage === STAGE_MATCH || (stage > Stage.capacity && stage < STAGE_ERROR)) copy[index] = Stage.capacity + STAGE_ERROR;
  }
  return copy;
}

function describeError(error: SearchError, slots: readonly SlotPlan[], { devices, examiner }: NodeView): AllocationError {
  const slot = slots[error.slot] as SlotPlan;
  const device = devices[error.device] as PoolDevice;
  if (error.kind === 'refused') return refusedByConstraint(slot, device);
  if (error.kind === 'value') return failedValue(slot, device);
  return failedCheck(slot, device, examiner.refusal(slot, error.device));
}
