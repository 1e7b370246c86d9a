// Encodes Kubernetes objects as a problem in indices, and describes errors of the search.

import type { Writable } from '../../core/api/decoder.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import { alternativesOf, constraintsOf } from '../../core/api/device-request.js';
import type { DeviceClaim, DeviceConstraint, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { AllocationError } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { largestOf } from '../../core/base/lists.js';
import type { Features } from '../../core/features/features.js';
import { emptySlot, tieClaims } from '../kernel/alternatives.js';
import {
  checkLimit,
  type Problem,
  type ProblemClaim,
  type ProblemRequest,
  type ProblemResources,
  type SearchError,
  type Slot,
} from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import type { AllocatedView } from './allocated-state.js';
import { constraintError, failedCheck, failedValue } from './failures.js';
import type { SelectorInterrupted } from './interrupted-selector.js';
import type { NodeView } from './node-view.js';
import { CLAIM_LIMIT, countOf, isPrioritized, planClaims } from './plan.js';
import { counterCount, encodeResources, type NodeResources } from './resources.js';
import { type EncodedShares, encodingShares, type ShareTable } from './shares.js';
import type { ClaimPlan, SlotPlan } from './slot-plan.js';
import { type Examiner, Stage } from './stages.js';
import { encodingConstraints, type PlannedSlot } from './values.js';

/** All inputs of one allocation on one node. */
export interface EncodeInput {
  readonly view: NodeView;
  readonly claims: readonly ResourceClaim[];
  readonly deviceClasses: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly allocated: AllocatedView;
  readonly features: Features;
  /** Fixes known bugs instead of reproducing them: selections with admin access do not charge counters (kubernetes/kubernetes#140729). */
  readonly corrections: boolean;
  /** Stops long work when the time is up. */
  readonly checkpoint: Checkpoint;
}

/** A problem, with the objects of its indices. */
export interface EncodedProblem {
  readonly problem: Problem;
  readonly devices: readonly PoolDevice[];
  readonly slots: readonly SlotPlan[];
  readonly claims: readonly ClaimPlan[];
  readonly examiner: Examiner;
  /** Describes an error of the search, or returns the interruption if a limit of this library caused it. Throws CallEnded. */
  error(error: SearchError, checkpoint: Checkpoint): Incremental<AllocationError | SelectorInterrupted>;
}

/**
 * Encodes an allocation. Throws the error that the reference finds before its search. To find nodes with equal problems,
 * `allocator/evaluate/resident/nodes/equivalent-nodes.ts` must compare each property of a node that this function reads.
 */
export function* encodeProblem(input: EncodeInput): Incremental<EncodedProblem> {
  const { view, allocated, features, checkpoint } = input;
  const { devices, examiner, pools } = view;
  checkSize(input);
  const context = { features, deviceClasses: input.deviceClasses, pools, devices, examiner, checkpoint };
  const plans = yield* planClaims(input.claims, context);
  const slots = slotsOf(plans);
  const mayUse = view.resources !== undefined || (features.consumableCapacity && allocated.consumes);
  const { resources, shares } = mayUse ? yield* encodingUse(slots, input) : NOTHING_USED;
  const claims: ProblemClaim[] = [];
  let firstSlot = 0;
  for (const plan of plans) {
    const claimShares = shares.slice(firstSlot, firstSlot + slotCount(plan.requests));
    claims.push(
      plan.alternatives === undefined
        ? yield* encodingClaim(plan.requests, plan.claim.spec.devices, claimShares, input)
        : yield* encodingAlternatives(plan, claimShares, input),
    );
    firstSlot += slotCount(plan.requests);
    if (checkpoint.due()) yield;
  }
  const occupied = allocated.isEmpty ? NOT_OCCUPIED : yield* findingOccupied(devices, allocated, checkpoint);
  const deviceCount = devices.length;
  const problem: Problem =
    resources === undefined
      ? { deviceCount, occupied, claimLimit: CLAIM_LIMIT, claims }
      : { deviceCount, occupied, claimLimit: CLAIM_LIMIT, claims, resources };
  return {
    problem,
    devices,
    slots,
    claims: plans,
    examiner,
    error: (error, errorCheckpoint) => describeError(error, { slots, claims: plans }, view, errorCheckpoint),
  };
}

/** The charges of the slots of a claim on capacities, in order. */
type Shares = EncodedShares['tables'];

function* encodingClaim(
  requests: ClaimPlan['requests'],
  { constraints }: Pick<DeviceClaim, 'constraints'>,
  shares: Shares,
  input: EncodeInput,
): Incremental<ProblemClaim> {
  const plannedSlots: PlannedSlot[] = [];
  const encoded: ProblemRequest[] = [];
  for (const request of requests) {
    const slots: Slot[] = [];
    for (const plan of request) {
      let stages = yield* input.view.examiner.stagesFor(plan, input.checkpoint);
      if (input.features.consumableCapacity && input.allocated.consumes && plan.all === undefined)
        stages = yield* makingStagesWithShares(stages, plan, input);
      const slot = slotOf(plan, stages, shares[plannedSlots.length], input);
      slots.push(slot);
      plannedSlots.push({ plan, slot });
    }
    encoded.push({ prioritized: isPrioritized(request), slots });
    if (input.checkpoint.due()) yield;
  }
  return { requests: encoded, constraints: constraints.length === 0 ? [] : yield* encodingConstraints(constraints, plannedSlots, input) };
}

/** Encodes each alternative as a separate claim, with constraints over its own requests only. */
function* encodingAlternatives(
  { claim, requests, alternatives = [] }: ClaimPlan,
  shares: Shares,
  input: EncodeInput,
): Incremental<ProblemClaim> {
  const places = new Map(requests.flat().map((plan, index) => [plan, index]));
  const claims: ProblemClaim[] = [];
  for (let alternative = 0; alternative < alternatives.length; alternative++) {
    const alternativeRequests = alternatives[alternative] as ClaimPlan['requests'];
    const alternativeShares = alternativeRequests.flat().map((plan) => shares[places.get(plan) ?? -1]);
    claims.push(
      yield* encodingClaim(alternativeRequests, alternativesOf(claim.spec)[alternative] as DeviceClaim, alternativeShares, input),
    );
    if (input.checkpoint.due()) yield;
  }
  return tieClaims(claims, emptySlot(input.view.devices.length));
}

function slotCount(requests: ClaimPlan['requests']): number {
  let count = 0;
  for (const { length } of requests) count += length;
  return count;
}

function slotsOf(plans: readonly ClaimPlan[]): readonly SlotPlan[] {
  const slots: SlotPlan[] = [];
  for (const { requests } of plans) for (const requestSlots of requests) for (const slot of requestSlots) slots.push(slot);
  return slots;
}

function* findingOccupied(
  devices: readonly PoolDevice[],
  allocated: AllocatedView,
  checkpoint: Checkpoint,
): Incremental<readonly number[]> {
  const occupied: number[] = [];
  for (let index = 0; index < devices.length; index++) {
    if (allocated.has((devices[index] as PoolDevice).key)) occupied.push(index);
    if (checkpoint.due()) yield;
  }
  return occupied;
}

const NOT_OCCUPIED: readonly never[] = [];

/** Rejects input that is too large before any work is done. */
function checkSize({ view, claims, checkpoint }: EncodeInput): void {
  const sizes = { slots: 0, constraints: 0, rows: 0 };
  for (const { spec } of claims) {
    let slotTotal = 0;
    let constraints = 0;
    for (const devices of alternativesOf(spec)) {
      checkpoint.step(1 + devices.requests.length / ITEMS_A_UNIT);
      for (const { firstAvailable } of devices.requests) slotTotal += Math.max(1, firstAvailable.length);
      constraints += devices.constraints.length;
    }
    if (spec.firstOfDevices !== undefined) {
      // Alternatives with fewer requests than others have empty slots.
      const lengths = spec.firstOfDevices.map(({ requests }) => requests.length);
      const longest = largestOf(lengths);
      for (const length of lengths) slotTotal += longest - length;
    }
    sizes.slots += slotTotal;
    sizes.constraints += constraints;
    sizes.rows += slotTotal * constraints;
  }
  checkLimit('devices', view.devices.length);
  checkLimit('claims', claims.length);
  checkLimit('slots', sizes.slots);
  checkLimit('constraints', sizes.constraints);
  checkLimit('slots under constraints', sizes.rows);
}

/** For slots that consume only devices. */
const NOTHING_USED: { readonly resources?: ProblemResources; readonly shares: Shares } = { shares: [] };

/** Returns the resources that the slots can consume in addition to devices, and the charges of each slot on capacities. */
function* encodingUse(
  slots: readonly SlotPlan[],
  { view, allocated, features, checkpoint }: EncodeInput,
): Incremental<typeof NOTHING_USED> {
  const { devices } = view;
  const found = view.resources ?? NO_RESOURCES;
  const input = { slots, devices, shareable: found.shareable, allocated, features, checkpoint };
  const shares = yield* encodingShares(input, counterCount(found));
  if (view.resources === undefined && shares.budgets.length === 0) return { shares: shares.tables };
  return { resources: yield* encodeResources(found, devices, allocated, shares, checkpoint), shares: shares.tables };
}

const NO_RESOURCES: NodeResources = { ledgers: [], draws: new Map(), shareable: new Set() };

function slotOf(plan: SlotPlan, stages: Uint8Array, shares: ShareTable | undefined, { corrections }: EncodeInput): Slot {
  const { adminAccess, all } = plan;
  const slot: Writable<Slot> = { count: countOf(plan), adminAccess, stages };
  if (shares !== undefined) slot.shares = shares;
  if (all !== undefined) slot.all = all;
  if (corrections && adminAccess) slot.ignoresCounters = true;
  return slot;
}

/**
 * Examines devices again if more than their capacity is left. Copies the stages of all other devices. Only for slots without
 * `all`.
 */
function* makingStagesWithShares(
  stages: Uint8Array,
  plan: SlotPlan,
  { view, allocated, checkpoint }: EncodeInput,
): Incremental<Uint8Array> {
  let changedStages: Uint8Array | undefined;
  for (let index = 0; index < view.devices.length; index++) {
    const lent = stages[index] === Stage.capacity ? allocated.lentOf((view.devices[index] as PoolDevice).key) : undefined;
    if (lent !== undefined) {
      changedStages ??= stages.slice();
      changedStages[index] = yield* view.examiner.makingStageWithShares(plan, index, lent, checkpoint);
    }
    if (checkpoint.due()) yield;
  }
  return changedStages ?? stages;
}

function* describeError(
  error: SearchError,
  { slots, claims }: Pick<EncodedProblem, 'slots' | 'claims'>,
  { devices, examiner }: NodeView,
  checkpoint: Checkpoint,
): Incremental<AllocationError | SelectorInterrupted> {
  const slot = slots[error.slot] as SlotPlan;
  const device = devices[error.device] as PoolDevice;
  if (error.kind === 'refused') return constraintError(slot, device);
  if (error.kind === 'value') {
    const constraints = claims.flatMap(({ claim }) => constraintsOf(claim.spec));
    return failedValue(slot, device, constraints[error.constraint ?? -1] as DeviceConstraint, checkpoint);
  }
  return failedCheck(slot, device, yield* examiner.rejection(slot, error.device, checkpoint));
}
