// Lays out the constraints of claims in the solver's memory.

import type { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';
import * as L from '../layout.js';
import type { ConstraintKind, Problem, ProblemClaim, ProblemConstraint } from '../problem.js';
import { type Region, setBit } from './region.js';

export interface ConstraintPlan {
  readonly constraint: ProblemConstraint;
  readonly firstSlot: number;
  readonly words: number;
  readonly sets: number;
  readonly rows: number;
  readonly state: number;
  /** For an empty intersection: its last request. */
  readonly end?: ConstraintEnd;
}

/** The last request that a constraint covers, with its slots from `firstSlot` to before `endSlot`. */
interface ConstraintEnd {
  readonly request: number;
  readonly firstSlot: number;
  readonly endSlot: number;
}

interface SetsPlan {
  readonly location: number;
  readonly words: number;
}

/** The locations of constraints, and of the sets and entries that they share. */
export interface ConstraintsPlan {
  readonly constraints: readonly ConstraintPlan[];
  readonly sets: ReadonlyMap<ProblemConstraint['sets'], SetsPlan>;
  readonly entries: ReadonlyMap<Uint32Array, number>;
}

/** Returns the 64-bit words of a value set. */
export function wordsOf({ valueCount }: ProblemConstraint): number {
  return Math.ceil(valueCount / 64);
}

export function slotCountOf({ requests }: ProblemClaim): number {
  let count = 0;
  for (const { slots } of requests) count += slots.length;
  return count;
}

const NO_SETS: ConstraintsPlan['sets'] = new Map();
const NO_ENTRIES: ConstraintsPlan['entries'] = new Map();
export const NO_CONSTRAINTS: ConstraintsPlan = { constraints: [], sets: NO_SETS, entries: NO_ENTRIES };

/** Plans constraints. Equal sets and entries are shared, so they are laid out and written once. */
export function* planningConstraints(
  problem: Problem,
  region: Region,
  scratch: Region,
  checkpoint: Checkpoint,
): Incremental<ConstraintsPlan> {
  const found: Found = { constraints: [], sets: undefined, entries: undefined, firstSlot: 0, firstRequest: 0 };
  for (const claim of problem.claims) {
    for (const constraint of claim.constraints) {
      planConstraint(constraint, { claim, deviceCount: problem.deviceCount, region, scratch }, found);
      if (checkpoint.due(1 + constraint.rows.length / ROWS_A_UNIT)) yield;
    }
    found.firstSlot += slotCountOf(claim);
    found.firstRequest += claim.requests.length;
    if (checkpoint.due()) yield;
  }
  return { constraints: found.constraints, sets: found.sets ?? NO_SETS, entries: found.entries ?? NO_ENTRIES };
}

/** The number of rows looked up in about a microsecond. */
const ROWS_A_UNIT = 16;

/** The constraints planned so far. */
interface Found {
  readonly constraints: ConstraintPlan[];
  sets: Map<ProblemConstraint['sets'], SetsPlan> | undefined;
  entries: Map<Uint32Array, number> | undefined;
  /** The first slot and request of the current claim. */
  firstSlot: number;
  firstRequest: number;
}

interface Place {
  readonly claim: ProblemClaim;
  readonly deviceCount: number;
  readonly region: Region;
  readonly scratch: Region;
}

function planConstraint(constraint: ProblemConstraint, { claim, deviceCount, region, scratch }: Place, found: Found): void {
  found.sets ??= new Map();
  found.entries ??= new Map();
  const words = wordsOf(constraint);
  let setsPlace = found.sets.get(constraint.sets);
  if (setsPlace === undefined) {
    setsPlace = { location: region.take(constraint.sets.length * words * 8), words };
    found.sets.set(constraint.sets, setsPlace);
  }
  for (const row of constraint.rows) {
    if (row !== undefined && !found.entries.has(row)) found.entries.set(row, region.take(deviceCount * 4));
  }
  const rows = region.take(constraint.rows.length * 4);
  const state = scratch.take((1 + words) * 8);
  const end = constraint.kind === 'emptyIntersection' ? endOf(constraint, claim, found) : undefined;
  const plan: ConstraintPlan = { constraint, firstSlot: found.firstSlot, words, rows, sets: setsPlace.location, state };
  found.constraints.push(end === undefined ? plan : { ...plan, end });
}

/** Returns the last request that a constraint covers, or undefined if it covers none. */
function endOf({ rows }: ProblemConstraint, { requests }: ProblemClaim, { firstSlot, firstRequest }: Found): ConstraintEnd | undefined {
  let endSlot = rows.length;
  for (let request = requests.length - 1; request >= 0; request--) {
    const first = endSlot - (requests[request]?.slots.length ?? 0);
    const isConcerned = rows.slice(first, endSlot).some((row) => row !== undefined);
    if (isConcerned) return { request: firstRequest + request, firstSlot: firstSlot + first, endSlot: firstSlot + endSlot };
    endSlot = first;
  }
  return undefined;
}

/** The number of bytes written in about a microsecond. */
const BYTES_A_UNIT = 4096;
/** The number of value bits written in about a microsecond. */
const VALUES_A_UNIT = 256;

/** Writes constraints, the first one at `constraintsAt`. Requires: the slots are written, the first one at `slotsAt`. */
export function* writingConstraints(
  u32: Uint32Array,
  base: number,
  plan: ConstraintsPlan,
  { constraintsAt, slotsAt }: { readonly constraintsAt: number; readonly slotsAt: number },
  checkpoint: Checkpoint,
): Incremental<void> {
  for (const [row, location] of plan.entries) {
    u32.set(row, (base + location) >>> 2);
    if (checkpoint.due(1 + (row.length * 4) / BYTES_A_UNIT)) yield;
  }
  for (const [sets, { location, words }] of plan.sets) {
    for (let index = 0; index < sets.length; index++) {
      const values = sets[index] as readonly number[];
      for (const value of values) setBit(u32, base + location + index * words * 8, value);
      if (checkpoint.due(1 + values.length / VALUES_A_UNIT)) yield;
    }
  }
  for (let index = 0; index < plan.constraints.length; index++) {
    const one = plan.constraints[index] as ConstraintPlan;
    const at = base + constraintsAt + index * L.CONSTRAINT_SIZE;
    writeConstraint(u32, base, one, at, plan.entries);
    if (one.end !== undefined) writeEnd(u32, one.end, at, base + slotsAt);
    if (checkpoint.due()) yield;
  }
}

const KINDS: Readonly<Record<ConstraintKind, number>> = {
  match: L.KIND_MATCH,
  distinct: L.KIND_DISTINCT,
  emptyIntersection: L.KIND_EMPTY_INTERSECTION,
};

function writeConstraint(
  u32: Uint32Array,
  base: number,
  plan: ConstraintPlan,
  location: number,
  entries: ConstraintsPlan['entries'],
): void {
  const { constraint, words, sets, rows, firstSlot, state } = plan;
  const at = location >>> 2;
  u32[at + L.CONSTRAINT_KIND / 4] = KINDS[constraint.kind];
  u32[at + L.CONSTRAINT_VALUE_WORDS / 4] = words;
  u32[at + L.CONSTRAINT_SETS_LOCATION / 4] = sets;
  u32[at + L.CONSTRAINT_ROWS_LOCATION / 4] = rows;
  u32[at + L.CONSTRAINT_FIRST_SLOT / 4] = firstSlot;
  u32[at + L.CONSTRAINT_STATE_LOCATION / 4] = state;
  u32[at + L.CONSTRAINT_MIN_SIZE / 4] = constraint.minSize ?? 1;
  const rowsAt = (base + rows) >>> 2;
  for (let ordinal = 0; ordinal < constraint.rows.length; ordinal++) {
    const row = constraint.rows[ordinal];
    if (row !== undefined) u32[rowsAt + ordinal] = entries.get(row) as number;
  }
}

/** Writes the last request of a constraint, and marks its slots. */
function writeEnd(u32: Uint32Array, { request, firstSlot, endSlot }: ConstraintEnd, location: number, slotsAt: number): void {
  u32[(location + L.CONSTRAINT_LAST_REQUEST) >>> 2] = request;
  for (let slot = firstSlot; slot < endSlot; slot++) {
    const flags = (slotsAt + slot * L.SLOT_SIZE + L.SLOT_FLAGS) >>> 2;
    u32[flags] = (u32[flags] as number) | L.SLOT_FLAG_ENDS;
  }
}
