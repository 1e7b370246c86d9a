// Lays out a problem in the solver's memory. It uses plain loops, because most problems are small and take longer to lay out than to search.

import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../core/base/incremental.js';
import * as L from '../layout.js';
import { isCandidate, isEmptySlot, type Problem, type ProblemClaim, type Slot } from '../problem.js';
import { planAlternatives, writeClaims } from './memory-claims.js';
import {
  type ConstraintsPlan,
  NO_CONSTRAINTS,
  planningConstraints,
  slotCountOf,
  wordsOf,
  writingConstraints,
} from './memory-constraints.js';
import { planNothing, planningResources, type ResourcesPlan, writingResources } from './memory-resources.js';
import { Region, setBit, type Views, viewsOf } from './region.js';

export interface SlotPlan {
  readonly slot: Slot;
  readonly request: number;
  readonly candidates: number;
  readonly stages: number;
  /** True if an earlier slot has the same candidates and stages. */
  readonly repeats: boolean;
  readonly all: number;
}

/** The locations of a whole problem. They are planned before the first byte is written, so that memory grows once. */
export interface ProblemPlan extends ConstraintsPlan {
  readonly problem: Problem;
  readonly problemSize: number;
  readonly scratchSize: number;
  readonly regions: { readonly problem: Region; readonly scratch: Region };
  /** The bytes between pieces of memory. */
  readonly gap: number;
  readonly deviceWords: number;
  readonly requestCount: number;
  readonly slots: readonly SlotPlan[];
  /** The location of the list of alternatives of each request with one, by the first slot of the request. */
  readonly alternatives: ReadonlyMap<number, number>;
  readonly resources: ResourcesPlan;
  readonly locations: {
    readonly claims: number;
    readonly requests: number;
    readonly slots: number;
    readonly constraints: number;
    readonly occupied: number;
    readonly busy: number;
    readonly held: number;
    readonly selections: number;
    /** Frames and trail are at the end of the scratch, and are written before they are read. */
    readonly frames: number;
    readonly trail: number;
  };
  readonly frameCapacity: number;
  readonly trailCapacity: number;
}

/** Plans the memory of a problem that passed `checkProblem`, with `gap` bytes after each piece. Throws `input-too-large`. */
export function planProblem(problem: Problem, gap = 0): ProblemPlan {
  return inOneGo(planningProblem(problem, gap, UNLIMITED));
}

/** Like `planProblem`, in increments. */
export function* planningProblem(problem: Problem, gap: number | undefined, checkpoint: Checkpoint): Incremental<ProblemPlan> {
  const deviceWords = deviceWordsOf(problem.deviceCount);
  // The order of the calls determines the locations.
  const begun = beginPlan(problem, gap ?? 0, deviceWords);
  const { region, scratch, slots, requestCount } = begun;
  const isFree = problem.claims.every((claim) => claim.constraints.length === 0);
  const { constraints, sets, entries } = isFree ? NO_CONSTRAINTS : yield* planningConstraints(problem, region, scratch, checkpoint);
  const resources =
    problem.resources === undefined
      ? planNothing(deviceWords, scratch)
      : yield* planningResources(problem, slots, region, scratch, checkpoint);
  const { frames, trail, frameCapacity, trailCapacity } = planStacks(problem, resources.trailPerSelection, scratch);
  const { claimsAt, requestsAt, slotsAt, constraintsAt, occupied, busy, held, selections, alternatives } = begun;
  return {
    problem,
    alternatives,
    deviceWords,
    requestCount,
    slots,
    constraints,
    sets,
    entries,
    resources,
    locations: {
      claims: claimsAt,
      requests: requestsAt,
      slots: slotsAt,
      constraints: constraintsAt,
      occupied,
      busy,
      held,
      selections,
      frames,
      trail,
    },
    frameCapacity,
    trailCapacity,
    problemSize: region.size,
    scratchSize: scratch.size,
    regions: { problem: region, scratch },
    gap: gap ?? 0,
  };
}

/** Plans the parts whose size depends only on the numbers of claims, requests and slots, which are small. */
function beginPlan(problem: Problem, gap: number, deviceWords: number) {
  const { claims, resources } = problem;
  let requestCount = 0;
  let slotCount = 0;
  let constraintCount = resources?.counterSets.length ?? 0;
  for (const claim of claims) {
    requestCount += claim.requests.length;
    slotCount += slotCountOf(claim);
    constraintCount += claim.constraints.length;
  }
  const region = new Region(L.HEADER_SIZE, gap);
  const scratch = new Region(L.SCRATCH_HEADER_SIZE, gap);
  const alternatives = planAlternatives(claims, region);
  return {
    alternatives,
    region,
    scratch,
    requestCount,
    claimsAt: region.take(claims.length * L.CLAIM_SIZE),
    requestsAt: region.take(requestCount * L.REQUEST_SIZE),
    slotsAt: region.take(slotCount * L.SLOT_SIZE),
    constraintsAt: region.take(constraintCount * L.CONSTRAINT_SIZE),
    occupied: region.take(deviceWords * 8),
    busy: scratch.take(deviceWords * 8),
    held: scratch.take(claims.length * deviceWords * 8),
    selections: scratch.take(claims.length * 8),
    slots: planSlots(problem, slotCount, region, deviceWords),
  };
}

/** Plans frames and trail, the end of the scratch. */
function planStacks({ claims, claimLimit }: Problem, trailPerSelection: number, scratch: Region) {
  let frameCapacity = 1;
  let trailCapacity = 8;
  for (const claim of claims) {
    frameCapacity += claim.requests.length + claimLimit;
    trailCapacity += trailOf(claim, claimLimit, trailPerSelection);
  }
  const frames = scratch.take(frameCapacity * L.FRAME_SIZE);
  const trail = scratch.take(trailCapacity * L.TRAIL_ENTRY_SIZE);
  return { frames, trail, frameCapacity, trailCapacity };
}

/**
 * Returns the most trail entries that the selections of a claim need. Each selection needs 3, its resources, and for each constraint the counter and the words.
 */
function trailOf(claim: ProblemClaim, claimLimit: number, forResources: number): number {
  let perSelection = 3 + forResources;
  for (const constraint of claim.constraints) perSelection += 1 + wordsOf(constraint);
  // One selection above the limit: a rejected candidate is on the trail until it is undone. One more entry for each constraint: an assumed value.
  return (claimLimit + 2) * perSelection;
}

function planSlots({ claims, deviceCount }: Problem, slotCount: number, region: Region, deviceWords: number): readonly SlotPlan[] {
  const plans: SlotPlan[] = [];
  // Requests for equal devices share one table.
  const planByStages = slotCount > 1 ? new Map<Uint8Array, SlotPlan>() : undefined;
  const planSlot = (slot: Slot, request: number): void => {
    const sharedPlan = planByStages?.get(slot.stages);
    const stages = sharedPlan?.stages ?? region.take(deviceCount);
    const candidates = sharedPlan?.candidates ?? region.take(deviceWords * 8);
    const all = slot.all === undefined ? 0 : region.take(slot.all.length * 4);
    const plan = { slot, request, candidates, stages, repeats: sharedPlan !== undefined, all };
    if (sharedPlan === undefined) planByStages?.set(slot.stages, plan);
    plans.push(plan);
  };
  let request = 0;
  for (const { requests } of claims) {
    for (const { slots } of requests) {
      for (const slot of slots) planSlot(slot, request);
      request++;
    }
  }
  return plans;
}

function deviceWordsOf(deviceCount: number): number {
  return Math.max(1, Math.ceil(deviceCount / 64));
}

/** Writes a problem at `base`. Requires: memory has `plan.problemSize` zeroed bytes there, and does not grow during the call. */
export function writeProblem(memory: ArrayBuffer, base: number, plan: ProblemPlan): void {
  inOneGo(writingProblem(memory, base, plan, UNLIMITED));
}

/** Like `writeProblem`, in increments. */
export function* writingProblem(memory: ArrayBuffer, base: number, plan: ProblemPlan, checkpoint: Checkpoint): Incremental<void> {
  const views = viewsOf(memory);
  const { u32 } = views;
  const { problem, locations, slots, constraints } = plan;
  writeHeader(u32, base, plan);
  writeClaims(u32, base, plan);
  for (const device of problem.occupied) setBit(u32, base + locations.occupied, device);
  for (let index = 0; index < slots.length; index++) {
    writeSlot(views, base, plan, index);
    if (checkpoint.due(slots[index]?.repeats === true ? 1 : 1 + problem.deviceCount / DEVICES_A_UNIT)) yield;
  }
  const places = { constraintsAt: locations.constraints, slotsAt: locations.slots };
  if (constraints.length > 0) yield* writingConstraints(u32, base, plan, places, checkpoint);
  const place = { firstConstraint: constraints.length, constraintsAt: locations.constraints };
  if (problem.resources !== undefined) yield* writingResources(views, base, plan.resources, place, checkpoint);
}

/** The number of devices whose bits are written in about a microsecond. */
const DEVICES_A_UNIT = 256;

function writeHeader(u32: Uint32Array, base: number, plan: ProblemPlan): void {
  const { problem, locations, resources } = plan;
  const at = base >>> 2;
  u32[at + L.HEADER_ABI_VERSION / 4] = L.ABI_VERSION;
  u32[at + L.HEADER_LAYOUT_HASH / 4] = L.LAYOUT_HASH;
  u32[at + L.HEADER_SIZE_IN_BYTES / 4] = plan.problemSize;
  u32[at + L.HEADER_DEVICE_COUNT / 4] = problem.deviceCount;
  u32[at + L.HEADER_DEVICE_WORDS / 4] = plan.deviceWords;
  u32[at + L.HEADER_CLAIM_COUNT / 4] = problem.claims.length;
  u32[at + L.HEADER_REQUEST_COUNT / 4] = plan.requestCount;
  u32[at + L.HEADER_SLOT_COUNT / 4] = plan.slots.length;
  u32[at + L.HEADER_CONSTRAINT_COUNT / 4] = plan.constraints.length + resources.counterSets.length;
  u32[at + L.HEADER_CLAIM_LIMIT / 4] = problem.claimLimit;
  u32[at + L.HEADER_CLAIMS_LOCATION / 4] = locations.claims;
  u32[at + L.HEADER_REQUESTS_LOCATION / 4] = locations.requests;
  u32[at + L.HEADER_SLOTS_LOCATION / 4] = locations.slots;
  u32[at + L.HEADER_CONSTRAINTS_LOCATION / 4] = locations.constraints;
  u32[at + L.HEADER_OCCUPIED_LOCATION / 4] = locations.occupied;
  u32[at + L.HEADER_BUDGET_COUNT / 4] = resources.resources.budgets.length;
  u32[at + L.HEADER_LIMBS / 4] = resources.limbs;
  u32[at + L.HEADER_LEDGER_COUNT / 4] = resources.resources.ledgers.length;
  u32[at + L.HEADER_DRAWS_LOCATION / 4] = resources.draws;
  u32[at + L.HEADER_SHAREABLE_LOCATION / 4] = resources.shareable;
  u32[at + L.HEADER_SCRATCH_SIZE / 4] = plan.scratchSize;
  u32[at + L.HEADER_BUSY_LOCATION / 4] = locations.busy;
  u32[at + L.HEADER_HELD_LOCATION / 4] = locations.held;
  u32[at + L.HEADER_SELECTIONS_LOCATION / 4] = locations.selections;
  u32[at + L.HEADER_SHARED_LOCATION / 4] = resources.shared;
  u32[at + L.HEADER_LEFT_LOCATION / 4] = resources.left;
  u32[at + L.HEADER_DEFICITS_LOCATION / 4] = resources.deficits;
  u32[at + L.HEADER_FRAMES_LOCATION / 4] = locations.frames;
  u32[at + L.HEADER_FRAME_CAPACITY / 4] = plan.frameCapacity;
  u32[at + L.HEADER_TRAIL_LOCATION / 4] = locations.trail;
  u32[at + L.HEADER_TRAIL_CAPACITY / 4] = plan.trailCapacity;
}

function writeSlot({ u8, u32 }: Views, base: number, plan: ProblemPlan, index: number): void {
  const { slot, request, candidates, stages, repeats, all } = plan.slots[index] as SlotPlan;
  const at = (base + plan.locations.slots + index * L.SLOT_SIZE) >>> 2;
  u32[at + L.SLOT_REQUEST / 4] = request;
  u32[at + L.SLOT_COUNT / 4] = slot.count;
  u32[at + L.SLOT_FLAGS / 4] =
    (slot.adminAccess ? L.SLOT_FLAG_ADMIN_ACCESS : 0) |
    (slot.all === undefined ? 0 : L.SLOT_FLAG_ALL) |
    (slot.ignoresCounters === true ? L.SLOT_FLAG_NO_COUNTERS : 0) |
    (isEmptySlot(slot) ? L.SLOT_FLAG_EMPTY : 0);
  if (slot.alternative !== undefined) u32[at + L.SLOT_ALTERNATIVE / 4] = slot.alternative;
  u32[at + L.SLOT_CANDIDATES_LOCATION / 4] = candidates;
  u32[at + L.SLOT_STAGES_LOCATION / 4] = stages;
  u32[at + L.SLOT_ALL_LOCATION / 4] = all;
  if (slot.shares !== undefined) u32[at + L.SLOT_SHARES_LOCATION / 4] = plan.resources.shareRows.get(slot.shares) as number;
  if (slot.all !== undefined) u32.set(slot.all, (base + all) >>> 2);
  if (repeats) return;
  u8.set(slot.stages, base + stages);
  writeCandidates(u32, (base + candidates) >>> 2, slot.stages);
}

/** Writes the devices that the search must check, including devices with an error, 32 at a time. */
function writeCandidates(u32: Uint32Array, at: number, stages: Uint8Array): void {
  const count = stages.length;
  for (let first = 0; first < count; first += 32) {
    const end = Math.min(first + 32, count);
    let word = 0;
    for (let device = first; device < end; device++) {
      if (isCandidate(stages[device] as number)) word |= 1 << (device - first);
    }
    u32[at + (first >>> 5)] = word;
  }
}
