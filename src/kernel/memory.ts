// Lays a problem out in the solver's memory, and reads the answer from it.

import * as L from './layout.js';
import { planResources, type ResourcesPlan, writeResourceState, writeResources } from './memory-resources.js';
import type { Pick, Problem, ProblemClaim, ProblemConstraint, Slot } from './problem.js';
import { Region, setBit } from './region.js';

/** Where a constraint lies. */
export interface ConstraintPlan {
  readonly constraint: ProblemConstraint;
  readonly firstSlot: number;
  readonly words: number;
  readonly sets: number;
  readonly rows: number;
  readonly state: number;
}

interface SetsPlan {
  readonly location: number;
  readonly words: number;
}

/** Where a slot lies. */
export interface SlotPlan {
  readonly slot: Slot;
  readonly request: number;
  readonly candidates: number;
  readonly stages: number;
  readonly all: number;
}

/** Where everything of a problem lies, decided before a byte is written, so that memory grows once. */
export interface ProblemPlan {
  readonly problem: Problem;
  readonly problemSize: number;
  readonly scratchSize: number;
  readonly deviceWords: number;
  readonly slots: readonly SlotPlan[];
  readonly constraints: readonly ConstraintPlan[];
  /** Where each table of value sets lies. */
  readonly sets: ReadonlyMap<ProblemConstraint['sets'], SetsPlan>;
  /** Where each row of entries lies. */
  readonly entries: ReadonlyMap<Uint32Array, number>;
  readonly resources: ResourcesPlan;
  readonly locations: {
    readonly claims: number;
    readonly requests: number;
    readonly slots: number;
    readonly constraints: number;
    readonly occupied: number;
    readonly busy: number;
    readonly held: number;
    readonly picks: number;
    readonly frames: number;
    readonly trail: number;
  };
  readonly frameCapacity: number;
  readonly trailCapacity: number;
}

/** Plans the memory of a problem that passed `checkProblem`. Throws `input-too-large`. */
export function planProblem(problem: Problem): ProblemPlan {
  const deviceWords = Math.max(1, Math.ceil(problem.deviceCount / 64));
  const claims = problem.claims;
  const slotCount = sum(claims, slotCountOf);
  const constraintCount = sum(claims, (claim) => claim.constraints.length) + (problem.resources?.counterSets.length ?? 0);
  const region = new Region(L.HEADER_SIZE);
  const tables = {
    claims: region.take(claims.length * L.CLAIM_SIZE),
    requests: region.take(sum(claims, (claim) => claim.requests.length) * L.REQUEST_SIZE),
    slots: region.take(slotCount * L.SLOT_SIZE),
    constraints: region.take(constraintCount * L.CONSTRAINT_SIZE),
    occupied: region.take(deviceWords * 8),
  };
  const scratch = new Region(L.SCRATCH_HEADER_SIZE);
  const state = {
    busy: scratch.take(deviceWords * 8),
    held: scratch.take(claims.length * deviceWords * 8),
    picks: scratch.take(claims.length * 8),
  };
  const slots = planSlots(problem, region, deviceWords);
  const constraintPlans = planConstraints(problem, region, scratch);
  const resources = planResources(problem, region, scratch);
  const frameCapacity = sum(claims, (claim) => claim.requests.length + problem.claimLimit) + 1;
  const trailCapacity = sum(claims, (claim) => trailOf(claim, problem.claimLimit, resources.trailPerPick)) + 8;
  return {
    problem,
    deviceWords,
    slots,
    ...constraintPlans,
    resources,
    locations: {
      ...tables,
      ...state,
      frames: scratch.take(frameCapacity * L.FRAME_SIZE),
      trail: scratch.take(trailCapacity * L.TRAIL_ENTRY_SIZE),
    },
    frameCapacity,
    trailCapacity,
    problemSize: region.size,
    scratchSize: scratch.size,
  };
}

function sum(claims: readonly ProblemClaim[], of: (claim: ProblemClaim) => number): number {
  return claims.reduce((total, claim) => total + of(claim), 0);
}

function slotCountOf(claim: ProblemClaim): number {
  return claim.requests.reduce((total, request) => total + request.slots.length, 0);
}

function wordsOf(constraint: ProblemConstraint): number {
  return Math.ceil(constraint.valueCount / 64);
}

/** Trail entries that the picks of a claim need at most: each pick 3, for each constraint its counter and its words, and for resources. */
function trailOf(claim: ProblemClaim, claimLimit: number, forResources: number): number {
  const perPick = claim.constraints.reduce((total, constraint) => total + 1 + wordsOf(constraint), 3 + forResources);
  // One pick more than the limit: a refused candidate is on the trail until it is undone.
  return (claimLimit + 1) * perPick;
}

function planSlots(problem: Problem, region: Region, deviceWords: number): SlotPlan[] {
  const plans: SlotPlan[] = [];
  const stages = new Map<Uint8Array, { stages: number; candidates: number }>();
  let request = 0;
  for (const claim of problem.claims) {
    for (const { slots } of claim.requests) {
      for (const slot of slots) {
        // Requests that look for the same share one table.
        let shared = stages.get(slot.stages);
        if (shared === undefined) {
          shared = { stages: region.take(problem.deviceCount), candidates: region.take(deviceWords * 8) };
          stages.set(slot.stages, shared);
        }
        plans.push({ slot, request, ...shared, all: slot.all === undefined ? 0 : region.take(slot.all.length * 4) });
      }
      request++;
    }
  }
  return plans;
}

/** Constraints that say the same share their sets and entries: both are laid out, and written, once. */
function planConstraints(
  problem: Problem,
  region: Region,
  scratch: Region,
): {
  readonly constraints: readonly ConstraintPlan[];
  readonly sets: ProblemPlan['sets'];
  readonly entries: ProblemPlan['entries'];
} {
  const constraints: ConstraintPlan[] = [];
  const sets = new Map<ProblemConstraint['sets'], SetsPlan>();
  const entries = new Map<Uint32Array, number>();
  let firstSlot = 0;
  for (const claim of problem.claims) {
    for (const constraint of claim.constraints) {
      const words = wordsOf(constraint);
      const own = sets.get(constraint.sets) ?? { location: region.take(constraint.sets.length * words * 8), words };
      sets.set(constraint.sets, own);
      for (const row of constraint.rows) {
        if (row !== undefined && !entries.has(row)) entries.set(row, region.take(problem.deviceCount * 4));
      }
      const rows = region.take(constraint.rows.length * 4);
      constraints.push({ constraint, firstSlot, words, rows, sets: own.location, state: scratch.take((1 + words) * 8) });
    }
    firstSlot += slotCountOf(claim);
  }
  return { constraints, sets, entries };
}

/** Writes a problem at `base`. Requires: memory has `plan.problemSize` zeroed bytes there. */
export function writeProblem(memory: ArrayBuffer, base: number, plan: ProblemPlan): void {
  const u32 = new Uint32Array(memory, base, plan.problemSize / 4);
  const u8 = new Uint8Array(memory, base, plan.problemSize);
  writeHeader(u32, plan);
  writeClaims(u32, plan);
  for (const device of plan.problem.occupied) setBit(u32, plan.locations.occupied, device);
  plan.slots.forEach((slotPlan, index) => {
    writeSlot(u32, u8, plan, slotPlan, plan.locations.slots + index * L.SLOT_SIZE);
  });
  for (const [row, location] of plan.entries) u32.set(row, location / 4);
  for (const [sets, { location, words }] of plan.sets) {
    sets.forEach((set, index) => {
      for (const value of set) setBit(u32, location + index * words * 8, value);
    });
  }
  plan.constraints.forEach((constraintPlan, index) => {
    writeConstraint(u32, constraintPlan, plan.entries, plan.locations.constraints + index * L.CONSTRAINT_SIZE);
  });
  writeResources(memory, base, plan.resources, plan.constraints.length, plan.locations.constraints);
}

function writeHeader(u32: Uint32Array, plan: ProblemPlan): void {
  const { problem, locations, resources } = plan;
  const fields: readonly (readonly [number, number])[] = [
    [L.HEADER_ABI_VERSION, L.ABI_VERSION],
    [L.HEADER_LAYOUT_HASH, L.LAYOUT_HASH],
    [L.HEADER_SIZE_IN_BYTES, plan.problemSize],
    [L.HEADER_DEVICE_COUNT, problem.deviceCount],
    [L.HEADER_DEVICE_WORDS, plan.deviceWords],
    [L.HEADER_CLAIM_COUNT, problem.claims.length],
    [L.HEADER_REQUEST_COUNT, sum(problem.claims, (claim) => claim.requests.length)],
    [L.HEADER_SLOT_COUNT, plan.slots.length],
    [L.HEADER_CONSTRAINT_COUNT, plan.constraints.length + resources.counterSets.length],
    [L.HEADER_CLAIM_LIMIT, problem.claimLimit],
    [L.HEADER_CLAIMS_LOCATION, locations.claims],
    [L.HEADER_REQUESTS_LOCATION, locations.requests],
    [L.HEADER_SLOTS_LOCATION, locations.slots],
    [L.HEADER_CONSTRAINTS_LOCATION, locations.constraints],
    [L.HEADER_OCCUPIED_LOCATION, locations.occupied],
    [L.HEADER_BUDGET_COUNT, resources.resources.budgets.length],
    [L.HEADER_LIMBS, resources.limbs],
    [L.HEADER_LEDGER_COUNT, resources.resources.ledgers.length],
    [L.HEADER_DRAWS_LOCATION, resources.draws],
    [L.HEADER_SHAREABLE_LOCATION, resources.shareable],
    [L.HEADER_SCRATCH_SIZE, plan.scratchSize],
    [L.HEADER_BUSY_LOCATION, locations.busy],
    [L.HEADER_HELD_LOCATION, locations.held],
    [L.HEADER_PICKS_LOCATION, locations.picks],
    [L.HEADER_SHARED_LOCATION, resources.shared],
    [L.HEADER_LEFT_LOCATION, resources.left],
    [L.HEADER_DEFICITS_LOCATION, resources.deficits],
    [L.HEADER_FRAMES_LOCATION, locations.frames],
    [L.HEADER_FRAME_CAPACITY, plan.frameCapacity],
    [L.HEADER_TRAIL_LOCATION, locations.trail],
    [L.HEADER_TRAIL_CAPACITY, plan.trailCapacity],
  ];
  for (const [field, value] of fields) u32[field / 4] = value;
}

function writeClaims(u32: Uint32Array, plan: ProblemPlan): void {
  let request = 0;
  let slot = 0;
  let constraint = 0;
  plan.problem.claims.forEach((claim, claimIndex) => {
    const at = plan.locations.claims + claimIndex * L.CLAIM_SIZE;
    u32[(at + L.CLAIM_FIRST_REQUEST) / 4] = request;
    u32[(at + L.CLAIM_REQUEST_COUNT) / 4] = claim.requests.length;
    u32[(at + L.CLAIM_FIRST_CONSTRAINT) / 4] = constraint;
    u32[(at + L.CLAIM_CONSTRAINT_COUNT) / 4] = claim.constraints.length;
    constraint += claim.constraints.length;
    for (const { slots, prioritized } of claim.requests) {
      const requestAt = plan.locations.requests + request * L.REQUEST_SIZE;
      u32[(requestAt + L.REQUEST_FIRST_SLOT) / 4] = slot;
      u32[(requestAt + L.REQUEST_SLOT_COUNT) / 4] = slots.length;
      u32[(requestAt + L.REQUEST_PRIORITIZED) / 4] = prioritized ? 1 : 0;
      u32[(requestAt + L.REQUEST_CLAIM) / 4] = claimIndex;
      request++;
      slot += slots.length;
    }
  });
}

function writeSlot(u32: Uint32Array, u8: Uint8Array, plan: ProblemPlan, { slot, ...where }: SlotPlan, at: number): void {
  u32[(at + L.SLOT_REQUEST) / 4] = where.request;
  u32[(at + L.SLOT_COUNT) / 4] = slot.count;
  u32[(at + L.SLOT_FLAGS) / 4] =
    (slot.adminAccess ? L.SLOT_FLAG_ADMIN_ACCESS : 0) |
    (slot.all === undefined ? 0 : L.SLOT_FLAG_ALL) |
    (slot.ignoresCounters === true ? L.SLOT_FLAG_NO_COUNTERS : 0);
  u32[(at + L.SLOT_CANDIDATES_LOCATION) / 4] = where.candidates;
  u32[(at + L.SLOT_STAGES_LOCATION) / 4] = where.stages;
  u32[(at + L.SLOT_ALL_LOCATION) / 4] = where.all;
  if (slot.shares !== undefined) u32[(at + L.SLOT_SHARES_LOCATION) / 4] = plan.resources.shareRows.get(slot.shares) as number;
  if (slot.all !== undefined) u32.set(slot.all, where.all / 4);
  u8.set(slot.stages, where.stages);
  for (let device = 0; device < plan.problem.deviceCount; device++) {
    const stage = slot.stages[device] as number;
    if (stage === L.STAGE_MATCH || stage >= L.STAGE_ERROR) setBit(u32, where.candidates, device);
  }
}

function writeConstraint(
  u32: Uint32Array,
  { constraint, ...where }: ConstraintPlan,
  entries: ReadonlyMap<Uint32Array, number>,
  at: number,
): void {
  u32[(at + L.CONSTRAINT_KIND) / 4] = constraint.kind === 'match' ? L.KIND_MATCH : L.KIND_DISTINCT;
  u32[(at + L.CONSTRAINT_VALUE_WORDS) / 4] = where.words;
  u32[(at + L.CONSTRAINT_SETS_LOCATION) / 4] = where.sets;
  u32[(at + L.CONSTRAINT_ROWS_LOCATION) / 4] = where.rows;
  u32[(at + L.CONSTRAINT_FIRST_SLOT) / 4] = where.firstSlot;
  u32[(at + L.CONSTRAINT_STATE_LOCATION) / 4] = where.state;
  constraint.rows.forEach((row, index) => {
    if (row !== undefined) u32[where.rows / 4 + index] = entries.get(row) as number;
  });
}

/** As the step at which to escalate: never. */
export const NEVER = 0xffff_ffff;

/** Writes the scratch of a new search at `base`. Requires: memory has `plan.scratchSize` zeroed bytes there. */
export function writeScratch(memory: ArrayBuffer, base: number, plan: ProblemPlan, stepLimit: number, plainSteps: number): void {
  const view = new DataView(memory, base, plan.scratchSize);
  const most = 2n ** 63n - 1n;
  view.setBigInt64(L.SCRATCH_STEP_LIMIT, stepLimit <= Number.MAX_SAFE_INTEGER ? BigInt(Math.max(0, Math.floor(stepLimit))) : most, true);
  view.setUint32(L.SCRATCH_MODE, L.MODE_REQUEST, true);
  view.setUint32(L.SCRATCH_ESCALATE_AT, Math.min(plainSteps, NEVER), true);
  view.setUint32(L.SCRATCH_FAILED, 1, true);
  const u32 = new Uint32Array(memory, base, plan.scratchSize / 4);
  for (const device of plan.problem.occupied) setBit(u32, plan.locations.busy, device);
  writeResourceState(memory, base, plan.resources);
}

/** The picks of a search that found a solution, in order. */
export function readPicks(memory: ArrayBuffer, base: number, plan: ProblemPlan): Pick[] {
  const view = new DataView(memory, base, plan.scratchSize);
  const depth = view.getUint32(L.SCRATCH_DEPTH, true);
  const picks: Pick[] = [];
  for (let index = 0; index < depth; index++) {
    const at = plan.locations.frames + index * L.FRAME_SIZE;
    if (view.getUint32(at + L.FRAME_KIND, true) !== L.FRAME_KIND_PICK) continue;
    picks.push({ slot: view.getUint32(at + L.FRAME_SLOT, true), device: view.getUint32(at + L.FRAME_DEVICE, true) });
  }
  return picks;
}
