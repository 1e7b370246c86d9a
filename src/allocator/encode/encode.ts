// From Kubernetes objects to a problem in indices, and back from an error of the search to words.

import type { Writable } from '../../core/api/decoder.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import { alternativesOf, constraintsOf } from '../../core/api/device-request.js';
import type { DeviceClaim, DeviceConstraint, ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { AllocationError } from '../../core/base/errors.js';
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
import { failedCheck, failedValue, refusedByConstraint } from './failures.js';
import type { SelectorInterrupted } from './interrupted-selector.js';
import type { NodeView } from './node-view.js';
import { CLAIM_LIMIT, countOf, isPrioritized, planClaims } from './plan.js';
import { counterCount, encodeResources, type NodeResources } from './resources.js';
import { type EncodedShares, encodeShares, type ShareTable } from './shares.js';
import type { ClaimPlan, SlotPlan } from './slot-plan.js';
import { type Examiner, Stage } from './stages.js';
import { encodeConstraints, type PlannedSlot } from './values.js';

/** All that one allocation on one node depends on. */
export interface EncodeInput {
  readonly view: NodeView;
  readonly claims: readonly ResourceClaim[];
  readonly deviceClasses: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly allocated: AllocatedView;
  readonly features: Features;
  /** Right instead of faithful: picks with admin access leave counters alone (kubernetes/kubernetes#140729). */
  readonly corrections: boolean;
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
  /** Puts an error of the search in words; one that is a limit of our own is none. Throws CallEnded. */
  error(error: SearchError, checkpoint: Checkpoint): AllocationError | SelectorInterrupted;
}

/**
 * Encodes an allocation. Throws the error that the reference finds before its search. What this looks at of a node tells in `allocator/evaluate/resident/nodes/equivalent-nodes.ts`
 * which nodes have the same problem.
 */
export function encodeProblem(input: EncodeInput): EncodedProblem {
  const { view, allocated, features, checkpoint } = input;
  const { devices, examiner, pools } = view;
  checkSize(input);
  const context = { features, deviceClasses: input.deviceClasses, pools, devices, examiner, checkpoint };
  const plans = planClaims(input.claims, context);
  const slots = checkpoint.keep(() => slotsOf(plans));
  const { resources, shares } = encodeUse(slots, input);
  const next = checkpoint.keep(() => ({ slot: 0 }));
  const claims = checkpoint.map(plans, (plan): ProblemClaim => {
    const { claim, requests, alternatives } = plan;
    const firstSlot = checkpoint.keep(() => next.slot);
    if (alternatives === undefined) {
      const encoded = encodeClaim(requests, claim.spec.devices, (index) => shares[firstSlot + index], input);
      next.slot = firstSlot + slotCount(requests);
      return encoded;
    }
    next.slot = firstSlot + slotCount(requests);
    return encodeAlternatives(plan, (index) => shares[firstSlot + index], input);
  });
  const occupied = occupiedOf(devices, allocated, checkpoint);
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
    error: (error, own) => describeError(error, { slots, claims: plans }, view, own),
  };
}

/** The charges of a slot on capacities, by its place among the slots of its claim. */
type SharesAt = (index: number) => ShareTable | undefined;

function encodeClaim(
  requests: ClaimPlan['requests'],
  { constraints }: Pick<DeviceClaim, 'constraints'>,
  sharesAt: SharesAt,
  input: EncodeInput,
): ProblemClaim {
  const { checkpoint } = input;
  const own = checkpoint.keep((): PlannedSlot[] => []);
  const encoded = checkpoint.map(requests, (request): ProblemRequest => {
    const before = own.length;
    // Eight at most. They are noted once none of them can pause any more.
    const alternatives = request.map((plan, index) => encodeSlot(plan, sharesAt(before + index), input));
    for (const [index, slot] of alternatives.entries()) own.push({ plan: request[index] as SlotPlan, slot });
    return { prioritized: isPrioritized(request), slots: alternatives };
  });
  return { requests: encoded, constraints: constraints.length === 0 ? [] : encodeConstraints(constraints, own, input) };
}

/** Each alternative is encoded as a claim of its own, with constraints over its own requests. */
function encodeAlternatives({ claim, requests, alternatives = [] }: ClaimPlan, sharesAt: SharesAt, input: EncodeInput): ProblemClaim {
  const { checkpoint, view } = input;
  const places = checkpoint.keep(() => new Map(requests.flat().map((plan, index) => [plan, index])));
  const claims = checkpoint.map(alternatives, (own, alternative) => {
    const slots = own.flat();
    const sharesOf: SharesAt = (index) => sharesAt(places.get(slots[index] as SlotPlan) ?? -1);
    return encodeClaim(own, alternativesOf(claim.spec)[alternative] as DeviceClaim, sharesOf, input);
  });
  return checkpoint.keep(() => tieClaims(claims, emptySlot(view.devices.length)));
}

function slotCount(requests: ClaimPlan['requests']): number {
  let count = 0;
  for (const { length } of requests) count += length;
  return count;
}

function slotsOf(plans: readonly ClaimPlan[]): readonly SlotPlan[] {
  const slots: SlotPlan[] = [];
  for (const { requests } of plans) for (const own of requests) for (const slot of own) slots.push(slot);
  return slots;
}

function occupiedOf(devices: readonly PoolDevice[], allocated: AllocatedView, checkpoint: Checkpoint): readonly number[] {
  if (allocated.isEmpty) return NOT_OCCUPIED;
  const occupied = checkpoint.keep((): number[] => []);
  checkpoint.forEach(devices, ({ key }, index) => {
    if (allocated.has(key)) occupied.push(index);
  });
  return occupied;
}

const NOT_OCCUPIED: readonly never[] = [];

/** Refuses what is too large before any work is done for it. */
function checkSize({ view, claims, checkpoint }: EncodeInput): void {
  const sizes = checkpoint.keep(() => ({ slots: 0, constraints: 0, rows: 0 }));
  checkpoint.forEach(claims, ({ spec }) => {
    let own = 0;
    let constraints = 0;
    const add = (devices: DeviceClaim): void => {
      checkpoint.step(devices.requests.length);
      for (const { firstAvailable } of devices.requests) own += Math.max(1, firstAvailable.length);
      constraints += devices.constraints.length;
    };
    if (spec.firstOfDevices === undefined) add(spec.devices);
    else {
      const lengths = spec.firstOfDevices.map(({ requests }) => requests.length);
      // Each alternative has a slot where others have a request.
      const longest = largestOf(lengths);
      for (const length of lengths) own += longest - length;
      for (const devices of spec.firstOfDevices) add(devices);
    }
    sizes.slots += own;
    sizes.constraints += constraints;
    sizes.rows += own * constraints;
  });
  checkLimit('devices', view.devices.length);
  checkLimit('claims', claims.length);
  checkLimit('slots', sizes.slots);
  checkLimit('constraints', sizes.constraints);
  checkLimit('slots under constraints', sizes.rows);
}

/** Finds what the slots can use up beside devices, and what each of them charges capacities. */
function encodeUse(
  slots: readonly SlotPlan[],
  { view, allocated, features, checkpoint }: EncodeInput,
): { readonly resources?: ProblemResources; readonly shares: EncodedShares['tables'] } {
  const { devices } = view;
  const found = view.resources ?? NO_RESOURCES;
  const shares = encodeShares({ slots, devices, shareable: found.shareable, allocated, features, checkpoint }, counterCount(found));
  if (view.resources === undefined && shares.budgets.length === 0) return { shares: shares.tables };
  return { resources: encodeResources(found, devices, allocated, shares, checkpoint), shares: shares.tables };
}

const NO_RESOURCES: NodeResources = { ledgers: [], draws: new Map(), shareable: new Set() };

function encodeSlot(plan: SlotPlan, shares: ShareTable | undefined, input: EncodeInput): Slot {
  const { adminAccess, all } = plan;
  const slot: Writable<Slot> = { count: countOf(plan), adminAccess, stages: stagesFor(plan, input) };
  if (shares !== undefined) slot.shares = shares;
  if (all !== undefined) slot.all = all;
  if (input.corrections && adminAccess) slot.ignoresCounters = true;
  return slot;
}

/** Examines anew the devices of which more is left than they have, and takes the examiner's stages of all others. Whether a device is one of all is not concerned. */
function stagesFor(plan: SlotPlan, { view: { devices, examiner }, allocated, features, checkpoint }: EncodeInput): Uint8Array {
  const stages = examiner.stagesFor(plan, checkpoint);
  if (!features.consumableCapacity || !allocated.consumes || plan.all !== undefined) return stages;
  const beside = checkpoint.keep((): { own?: Uint8Array } => ({}));
  checkpoint.forEach(devices, ({ key }, index) => {
    const lent = stages[index] === Stage.capacity ? allocated.lentOf(key) : undefined;
    if (lent === undefined) return;
    const stage = examiner.stageBeside(plan, index, lent, checkpoint);
    beside.own ??= stages.slice();
    beside.own[index] = stage;
  });
  return beside.own ?? stages;
}

function describeError(
  error: SearchError,
  { slots, claims }: Pick<EncodedProblem, 'slots' | 'claims'>,
  { devices, examiner }: NodeView,
  checkpoint: Checkpoint,
): AllocationError | SelectorInterrupted {
  const slot = slots[error.slot] as SlotPlan;
  const device = devices[error.device] as PoolDevice;
  if (error.kind === 'refused') return refusedByConstraint(slot, device);
  if (error.kind === 'value') {
    const constraints = claims.flatMap(({ claim }) => constraintsOf(claim.spec));
    return failedValue(slot, device, constraints[error.constraint ?? -1] as DeviceConstraint, checkpoint);
  }
  return failedCheck(slot, device, examiner.refusal(slot, error.device, checkpoint));
}
