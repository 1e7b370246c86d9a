// Lays out the data of the solver's bounds, behind the scratch of a long search: sets of devices by value, equal devices, and sums of budgets. Locations are
// offsets from the base of the scratch.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { append } from '../../../core/base/lists.js';
import * as L from '../layout.js';
import type { ProblemPlan, SlotPlan } from '../memory/memory.js';
import type { ConstraintPlan } from '../memory/memory-constraints.js';
import { Region, setBit } from '../memory/region.js';
import type { Problem, ProblemConstraint } from '../problem.js';
import type { BoundsPart, Take, Write } from './bounds-part.js';
import { claimsBeforeEnd, type LimitRole, rolesOfLimits } from './claim-limits.js';
import { equalDevicesOf } from './equal-devices.js';
import { isMonotone } from './monotone.js';
import { planNogoods, storeFields } from './nogoods.js';
import { planPartitionGroups } from './partition-packing.js';
import { canProbe, probingFields } from './probing.js';
import { type SlotKind, slotKindsOf } from './slot-kinds.js';
import { planSums } from './sum-tables.js';

/** The most bytes of a constraint's table of devices by value. A constraint that needs more has no table. */
const MOST_BYTES_BY_VALUE = 1 << 22;
/** The most bytes of all bounds. If they need more, the search stays plain. */
const MOST_BYTES = 1 << 26;

/**
 * The initial credit for probing, in the units of a bound check: a few milliseconds. With 2^14 the longest random search needs 6,399 steps, with 2^20 1,027
 * (bench/results/solver-constants.md).
 */
const FIRST_CREDIT = 1 << 17;

/** The steps without success before a frame is probed. With 4 or 64, the steps of all searches change by at most 3% (bench/results/solver-constants.md). */
const PATIENCE = 16;

interface BoundsPlan {
  readonly region: Region;
  /** The number of leading bytes that must be zero before `write`. */
  readonly cleared: number;
  /** Writes the bounds in increments. Requires: the memory at the end of the scratch has the bytes of `region`, and the scratch does not move. */
  write(memory: ArrayBuffer, scratchBase: number): Incremental<void>;
}

/** The bounds of a search would be too large. */
class TooLarge extends Error {}

/** Plans the bounds of a search after `plainSteps` plain steps. Returns undefined if the search stays plain. `switches` are the BOUND_* bits to enable. */
export function* planBounds(plan: ProblemPlan, switches: number, plainSteps: number): Incremental<BoundsPlan | undefined> {
  if (plan.slots.length > L.BOUNDED_MOST_SLOTS || plan.problem.deviceCount > L.BOUNDED_MOST_DEVICES || switches === 0) return undefined;
  try {
    return yield* planAll(plan, switches, plainSteps);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function* planAll(plan: ProblemPlan, switches: number, plainSteps: number): Incremental<BoundsPlan> {
  const { problem, deviceWords } = plan;
  const region = new Region(0, plan.gap);
  const base = plan.scratchSize;
  const take = (bytes: number): number => {
    if (region.size + bytes > MOST_BYTES) throw new TooLarge();
    return base + region.take(bytes);
  };
  const header = take(L.BOUNDS_HEADER_SIZE);
  const setSize = deviceWords * 8;
  const limits = rolesOfLimits(problem, switches);
  const classes = yield* equalDevicesOf(problem);
  yield;
  const sums = yield* planSums(plan, take);
  yield;
  const partitionGroups = yield* planPartitionGroups(plan, take);
  const fields: (readonly [number, number])[] = [
    ...roomFor(plan, take),
    [L.BOUNDS_CREDIT, FIRST_CREDIT],
    [L.BOUNDS_PATIENCE, Math.min(PATIENCE, plainSteps)],
    ...sums.fields,
    ...probingFields(plan, take),
    ...partitionGroups.fields,
  ];
  const at = new Map(fields);
  const writers = [
    ...planClasses(classes, at.get(L.BOUNDS_CLASSES) as number, take, setSize),
    ...(yield* planSlots(plan, at.get(L.BOUNDS_SLOTS) as number, take, setSize)),
    ...planSlotKinds(yield* slotKindsOf(problem, limits), at.get(L.BOUNDS_SLOTS) as number, take),
    ...planMembers(problem, at.get(L.BOUNDS_MEMBERS) as number, take),
    planLimits(limits, at.get(L.BOUNDS_CLAIM_LIMITS) as number),
    ...sums.writers,
    ...partitionGroups.writers,
  ];
  const nogoods = yield* planNogoods(plan, take);
  const cleared = region.size;
  fields.push([L.BOUNDS_SWITCHES, switchesFor(problem, switches, limits) & ~(nogoods === undefined ? L.BOUND_NOGOODS : 0)]);
  if (nogoods !== undefined) {
    // Nogoods need no zeroed memory: they are written before they are read.
    append(fields, nogoods.fields);
    append(fields, storeFields(take));
    append(writers, nogoods.writers);
  }
  return {
    region,
    cleared,
    *write(memory, scratchBase): Incremental<void> {
      const view = new DataView(memory, scratchBase);
      const u32 = new Uint32Array(memory, scratchBase);
      for (const [field, value] of fields) u32[(header + field) / 4] = value;
      for (const write of writers) {
        write(u32, view);
        yield;
      }
      u32[L.SCRATCH_BOUNDS / 4] = header;
    },
  };
}

/** Reserves space for working memory and for data of other parts. */
function roomFor({ problem, slots, constraints, frameCapacity, deviceWords }: ProblemPlan, take: Take): BoundsPart['fields'] {
  const setSize = deviceWords * 8;
  const requestCount = problem.claims.reduce((sum, { requests }) => sum + requests.length, 0);
  return [
    [L.BOUNDS_CLASSES, take(problem.deviceCount * 4)],
    [L.BOUNDS_SKIPS, take(frameCapacity * setSize)],
    [L.BOUNDS_SLOTS, take(slots.length * L.BOUND_SLOT_SIZE)],
    [L.BOUNDS_SETS, take(slots.length * setSize)],
    [L.BOUNDS_NEIGHBORS, take(requestCount * setSize)],
    [L.BOUNDS_NEEDS, take(requestCount * 4)],
    [L.BOUNDS_MATES, take(problem.deviceCount * 4)],
    [L.BOUNDS_WORK, take(4 * setSize)],
    [L.BOUNDS_CLIQUES, take(problem.deviceCount * 4)],
    [L.BOUNDS_STATISTICS, take(L.BOUND_COUNT * 8)],
    [L.BOUNDS_MEMBERS, take(constraints.length * 4)],
    [L.BOUNDS_CLAIM_LIMITS, take(problem.claims.length * 4)],
    [L.BOUNDS_SHARERS, take(slots.length * L.SHARER_SIZE)],
    [L.BOUNDS_SPENT, take(frameCapacity * L.SPENT_SIZE)],
    [L.BOUNDS_WEIGHTS, take((requestCount + constraints.length) * 4)],
  ];
}

/** Returns the enabled bounds: without those that negative amounts make unsound, and without those that cannot prune. */
function switchesFor(problem: Problem, switches: number, limits: readonly LimitRole[]): number {
  const ofAmounts = isMonotone(problem) ? 0 : L.BOUND_BUDGETS | L.BOUND_SUMS;
  const ofLimits = limits.every((role) => role === 'none') ? L.BOUND_LIMITS : 0;
  return switches & ~ofAmounts & ~ofLimits & ~(canProbe(problem) ? 0 : L.BOUND_PROBING);
}

function planClasses(classes: readonly (readonly number[])[], at: number, take: Take, setSize: number): Write[] {
  return classes.map((devices) => {
    const set = take(setSize);
    return (u32) => {
      for (const device of devices) {
        setBit(u32, set, device);
        u32[at / 4 + device] = set;
      }
    };
  });
}

function* planSlots(plan: ProblemPlan, at: number, take: Take, setSize: number): Incremental<Write[]> {
  const context: SlotContext = { plan, tables: new Map(), stageDevices: new Map(), errors: new Map(), take, setSize };
  let firstSlot = 0;
  let firstConstraint = 0;
  const writers: Write[] = [];
  for (const claim of plan.problem.claims) {
    const slotCount = claim.requests.reduce((sum, { slots }) => sum + slots.length, 0);
    const constraints = plan.constraints.slice(firstConstraint, firstConstraint + claim.constraints.length);
    for (const [ordinal, slotPlan] of plan.slots.slice(firstSlot, firstSlot + slotCount).entries()) {
      const location = at + (firstSlot + ordinal) * L.BOUND_SLOT_SIZE;
      append(writers, planSlot({ slotPlan, ordinal, constraints, firstConstraint, location }, context));
      yield;
    }
    firstSlot += slotCount;
    firstConstraint += claim.constraints.length;
  }
  for (const byRow of context.tables.values()) for (const { write } of byRow.values()) writers.push(write);
  return writers;
}

/** Devices by value, shared by constraints with the same row and value sets. */
type Tables = Map<ProblemConstraint['sets'], Map<Uint32Array, Table>>;

interface Table {
  readonly location: number;
  readonly write: Write;
}

interface SlotInput {
  readonly slotPlan: SlotPlan;
  /** The index within its claim. */
  readonly ordinal: number;
  readonly constraints: readonly ConstraintPlan[];
  readonly firstConstraint: number;
  readonly location: number;
}

interface SlotContext {
  readonly plan: ProblemPlan;
  readonly tables: Tables;
  /** The devices of each table of stages, and the errors of each row. */
  readonly stageDevices: Map<Uint8Array, StageDevices>;
  readonly errors: Map<Uint32Array, readonly number[]>;
  readonly take: Take;
  readonly setSize: number;
}

function planSlot(
  { slotPlan: { slot }, ordinal, constraints, firstConstraint, location }: SlotInput,
  { plan, tables, stageDevices, errors: errorsByRow, take, setSize }: SlotContext,
): Write[] {
  const rows = constraints.map(({ constraint }) => constraint.rows[ordinal]);
  const byStage = entryIn(stageDevices, slot.stages, stageDevicesOf);
  const rejectedDevices = new Set(rows.flatMap((row) => (row === undefined ? [] : entryIn(errorsByRow, row, errorsOf))));
  const errors = [...byStage.errors, ...[...rejectedDevices].filter((device) => slot.stages[device] === L.STAGE_MATCH)];
  const matching = slot.all?.filter((device) => slot.stages[device] === L.STAGE_MATCH) ?? byStage.matching;
  const errorSet = errors.length === 0 ? 0 : take(setSize);
  const deviceSet = take(setSize);
  const applying = constraints.flatMap(({ constraint }, index) => {
    const row = rows[index];
    return row === undefined ? [] : [{ constraint, row, index: firstConstraint + index }];
  });
  const rules = take(L.LIST_ITEMS + applying.length * L.RULE_SIZE);
  const locations = applying.map(({ constraint, row }) => {
    if (constraint.valueCount * setSize > MOST_BYTES_BY_VALUE) return 0;
    const byRow = entryIn(tables, constraint.sets, () => new Map<Uint32Array, Table>());
    return entryIn(byRow, row, (): Table => {
      const location = take(L.BY_VALUE_HOLDERS + (1 + constraint.valueCount) * setSize);
      return { location, write: (u32) => writeByValue(u32, location, { constraint, row, setSize, count: plan.problem.deviceCount }) };
    }).location;
  });
  const mayReject = slot.all !== undefined && rows.some((row) => row !== undefined);
  return [
    (u32) => {
      for (const device of errors) setBit(u32, errorSet, device);
      for (const device of matching) setBit(u32, deviceSet, device);
      u32[(rules + L.LIST_COUNT) / 4] = applying.length;
      applying.forEach(({ index }, ordinal) => {
        const rule = (rules + L.LIST_ITEMS + ordinal * L.RULE_SIZE) / 4;
        u32[rule + L.RULE_CONSTRAINT / 4] = index;
        u32[rule + L.RULE_VALUES / 4] = locations[ordinal] as number;
      });
      u32[(location + L.BOUND_SLOT_ERRORS) / 4] = errorSet;
      u32[(location + L.BOUND_SLOT_MAY_REJECT) / 4] = mayReject ? 1 : 0;
      u32[(location + L.BOUND_SLOT_DEVICES) / 4] = deviceSet;
      u32[(location + L.BOUND_SLOT_RULES) / 4] = rules;
    },
  ];
}

/** The devices that a slot may have, and the devices on which its search ends with an error. */
interface StageDevices {
  readonly matching: readonly number[];
  readonly errors: readonly number[];
}

function stageDevicesOf(stages: Uint8Array): StageDevices {
  const matching: number[] = [];
  const errors: number[] = [];
  for (let device = 0; device < stages.length; device++) {
    const stage = stages[device] as number;
    if (stage === L.STAGE_MATCH) matching.push(device);
    else if (stage >= L.STAGE_ERROR) errors.push(device);
  }
  return { matching, errors };
}

function errorsOf(row: Uint32Array): number[] {
  const errors: number[] = [];
  for (let device = row.indexOf(L.ENTRY_ERROR); device >= 0; device = row.indexOf(L.ENTRY_ERROR, device + 1)) errors.push(device);
  return errors;
}

interface ByValue {
  readonly constraint: ProblemConstraint;
  readonly row: Uint32Array;
  readonly setSize: number;
  readonly count: number;
}

function writeByValue(u32: Uint32Array, start: number, { constraint, row, setSize, count }: ByValue): void {
  u32[(start + L.BY_VALUE_COUNT) / 4] = constraint.valueCount;
  for (let device = 0; device < count; device++) {
    const entry = row[device] as number;
    if (entry === L.ENTRY_MISSING || entry === L.ENTRY_ERROR) continue;
    setBit(u32, start + L.BY_VALUE_HOLDERS, device);
    const index = entry & L.ENTRY_INDEX_MASK;
    const values = (entry & L.ENTRY_SINGLE) === 0 ? (constraint.sets[index] ?? []) : [index];
    for (const value of values) setBit(u32, start + L.BY_VALUE_HOLDERS + (1 + value) * setSize, device);
  }
}

/** Plans the kind of each slot that can exchange devices, and the narrower kinds. */
function planSlotKinds(kinds: readonly SlotKind[], at: number, take: Take): Write[] {
  return kinds.map(({ slots, narrower }, index) => {
    // A single slot has nothing to exchange.
    const location = slots.length + narrower.length === 2 ? 0 : take(L.LIST_ITEMS + narrower.length * L.NARROWER_SIZE);
    return (u32) => {
      for (const slot of slots) u32[(at + slot * L.BOUND_SLOT_SIZE + L.BOUND_SLOT_KIND) / 4] = 1 + index;
      if (location === 0) return;
      u32[(location + L.LIST_COUNT) / 4] = narrower.length;
      narrower.forEach((kind, item) => {
        const at = (location + L.LIST_ITEMS + item * L.NARROWER_SIZE) / 4;
        u32[at + L.NARROWER_KIND / 4] = 1 + kind;
        u32[at + L.NARROWER_SLOT / 4] = (kinds[kind] as SlotKind).slots[0] as number;
      });
      for (const slot of slots) u32[(at + slot * L.BOUND_SLOT_SIZE + L.BOUND_SLOT_NARROWER) / 4] = location;
    };
  });
}

function planLimits(limits: readonly LimitRole[], at: number): Write {
  const end = claimsBeforeEnd(limits);
  return (u32) => {
    limits.forEach((role, claim) => {
      const ends = (role === 'end' ? L.CLAIM_ENDS : 0) | (claim < end ? L.CLAIM_BEFORE_END : 0);
      u32[at / 4 + claim] = ends | (role === 'none' ? 0 : L.CLAIM_LIMITED);
    });
  };
}

function planMembers({ claims }: Problem, at: number, take: Take): Write[] {
  let request = 0;
  let constraint = 0;
  return claims.flatMap(({ requests, constraints }) => {
    const owners = requests.flatMap(({ slots }, index) => slots.map(() => request + index));
    request += requests.length;
    return constraints.map(({ rows }): Write => {
      const members = [...new Set(owners.filter((_, ordinal) => rows[ordinal] !== undefined))];
      const location = take(L.LIST_ITEMS + members.length * 4);
      const memberPlace = at / 4 + constraint++;
      return (u32) => {
        u32[memberPlace] = location;
        u32[(location + L.LIST_COUNT) / 4] = members.length;
        u32.set(members, (location + L.LIST_ITEMS) / 4);
      };
    });
  });
}
