// Checks every problem before it is laid out in memory.

import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT, inOneGo } from '../../core/base/incremental.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE } from './layout.js';
import {
  checkLimit,
  isCandidate,
  isEmptySlot,
  PROBLEM_LIMITS,
  type Problem,
  type ProblemConstraint,
  type ProblemRequest,
  type ProblemResources,
  type Slot,
  type ValueEntries,
} from './problem.js';

const MOST_ALTERNATIVES = 32;

/**
 * Checks every index and size of a problem, so that no solver accesses memory outside its regions.
 * Throws `input-too-large` for a problem above the limits, and `internal` for a malformed one.
 */
export function checkProblem(problem: Problem): void {
  inOneGo(checkingProblem(problem, UNLIMITED));
}

/** Like `checkProblem`, in increments. */
export function* checkingProblem(problem: Problem, checkpoint: Checkpoint): Incremental<void> {
  const { deviceCount, claimLimit, resources } = problem;
  checkLimit('devices', deviceCount);
  checkLimit('claims', problem.claims.length);
  demand(Number.isInteger(deviceCount) && deviceCount >= 0, 'device count');
  demand(Number.isInteger(claimLimit) && claimLimit > 0 && claimLimit <= 65_536, 'claim limit');
  demand(areIndices(problem.occupied, deviceCount), 'occupied device');
  if (resources !== undefined) yield* checkingResources(resources, deviceCount, checkpoint);
  const budgetCount = resources?.budgets.length ?? 0;
  let slotCount = 0;
  let constraintCount = 0;
  for (const { requests, constraints } of problem.claims) {
    for (const { slots } of requests) slotCount += slots.length;
    constraintCount += constraints.length;
  }
  checkLimit('slots', slotCount);
  checkLimit('constraints', constraintCount);
  const checked = constraintCount === 0 ? NO_ROWS : new Map<ValueEntries, ProblemConstraint>();
  for (const { requests, constraints, alternatives = 0 } of problem.claims) {
    demand(isIndex(alternatives, MOST_ALTERNATIVES + 1), 'alternatives of a claim');
    for (const request of requests) {
      checkRequest(request, deviceCount, alternatives, checkpoint);
      if (request.slots.some(hasShares)) yield* checkingShares(request, deviceCount, budgetCount, checkpoint);
      if (checkpoint.due()) yield;
    }
    const slots = slotCountOf(requests);
    for (const constraint of constraints) yield* checkingConstraint(constraint, slots, deviceCount, checked, checkpoint);
  }
}

function slotCountOf(requests: readonly ProblemRequest[]): number {
  let count = 0;
  for (const { slots } of requests) count += slots.length;
  return count;
}

function checkRequest({ slots, prioritized }: ProblemRequest, deviceCount: number, alternatives: number, checkpoint: Checkpoint): void {
  demand(slots.length > 0 && (prioritized || slots.length === 1), 'slots of a request');
  if (alternatives > 0) checkAlternatives({ slots, prioritized }, alternatives);
  for (const slot of slots) checkSlot(slot, deviceCount, alternatives, checkpoint);
}

/** Shared by problems without constraints. It stays empty. */
const NO_ROWS: Map<ValueEntries, ProblemConstraint> = new Map<ValueEntries, ProblemConstraint>([]);

function* checkingResources(
  { budgets, ledgers, counterSets, draws, shareable, shared, sums = [] }: ProblemResources,
  deviceCount: number,
  checkpoint: Checkpoint,
): Incremental<void> {
  checkLimit('budgets', budgets.length);
  checkLimit('constraints', counterSets.length);
  const ledgerOf = ledgersOf(ledgers, budgets.length);
  for (const { valueCount, sets, before } of counterSets) {
    checkLimit('valueSets', Math.max(sets.length, valueCount));
    demand(before === undefined || areIndices(before, valueCount), 'value of a counter set');
    yield* checkingSets(sets, valueCount, 'value of a counter set', checkpoint);
  }
  for (const [device, { ledger, charges, memberships }] of draws) {
    demand(isIndex(device, deviceCount) && isIndex(ledger, ledgers.length), 'draw');
    for (const { budget } of charges) demand(ledgerOf[budget] === ledger, 'charge of a draw');
    for (const { counterSet, set } of memberships) demand(isIndex(set, counterSets[counterSet]?.sets.length ?? 0), 'membership of a draw');
    if (checkpoint.due(1 + (charges.length + memberships.length) / ITEMS_A_UNIT)) yield;
  }
  for (const terms of sums) {
    for (const { budget, weight } of terms) demand(isIndex(budget, budgets.length) && weight > 0n, 'sum of budgets');
    if (checkpoint.due(1 + terms.length / ITEMS_A_UNIT)) yield;
  }
  for (const device of shareable) demand(isIndex(device, deviceCount), 'shareable device');
  for (const device of shared) demand(shareable.has(device), 'shared device');
}

function* checkingSets(sets: readonly (readonly number[])[], valueCount: number, what: string, checkpoint: Checkpoint): Incremental<void> {
  for (let index = 0; index < sets.length; index++) {
    const set = sets[index] as readonly number[];
    demand(areIndices(set, valueCount), what);
    if (checkpoint.due(1 + set.length / ITEMS_A_UNIT)) yield;
  }
}

/** Returns the ledger of each budget, or -1. */
function ledgersOf(ledgers: ProblemResources['ledgers'], budgetCount: number): Int32Array {
  const ledgerOf = new Int32Array(budgetCount).fill(-1);
  for (let ledger = 0; ledger < ledgers.length; ledger++) {
    for (const budget of ledgers[ledger] as readonly number[]) {
      demand(ledgerOf[budget] === -1, 'budget of a ledger');
      ledgerOf[budget] = ledger;
    }
  }
  return ledgerOf;
}

function isIndex(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}

function areIndices(indices: readonly number[], count: number): boolean {
  for (const index of indices) if (!isIndex(index, count)) return false;
  return true;
}

/** Requires that each request has slots of each alternative, in order, and that an empty slot is the only one of its alternative. */
function checkAlternatives({ slots, prioritized }: ProblemRequest, alternatives: number): void {
  demand(prioritized && slots[0]?.alternative === 0 && slots.at(-1)?.alternative === alternatives - 1, 'slots of alternatives');
  for (let index = 1; index < slots.length; index++) {
    const [before, slot] = [slots[index - 1] as Slot, slots[index] as Slot];
    const step = (slot.alternative as number) - (before.alternative as number);
    demand(step === 1 || (step === 0 && !isEmptySlot(before) && !isEmptySlot(slot)), 'slots of alternatives');
  }
}

function checkSlot(slot: Slot, deviceCount: number, alternatives: number, checkpoint: Checkpoint): void {
  const { count, stages, all, adminAccess, ignoresCounters, alternative } = slot;
  demand(alternatives === 0 ? alternative === undefined : isIndex(alternative ?? -1, alternatives), 'alternative of a slot');
  demand(adminAccess || ignoresCounters !== true, 'counters of a slot');
  demand(Number.isInteger(count) && count >= 0 && count <= 0x7fffffff, 'count of a slot');
  demand(stages.length === deviceCount, 'stages of a slot');
  checkpoint.step((all?.length ?? 0) / ITEMS_A_UNIT);
  if (all === undefined) demand(count > 0 || (alternatives > 0 && !adminAccess && !stages.some(isCandidate)), 'count of a slot');
  else demand(all.length === count && areIndices(all, deviceCount), 'devices of a slot');
}

function* checkingShares({ slots }: ProblemRequest, deviceCount: number, budgetCount: number, checkpoint: Checkpoint): Incremental<void> {
  for (const { shares } of slots) {
    for (const [device, charges] of shares ?? NO_SHARES) {
      demand(isIndex(device, deviceCount), 'share of a slot');
      for (const { budget, amount } of charges) demand(isIndex(budget, budgetCount) && amount >= 0n, 'share of a slot');
      if (checkpoint.due(1 + charges.length / ITEMS_A_UNIT)) yield;
    }
  }
}

const NO_SHARES: NonNullable<Slot['shares']> = new Map();

function hasShares({ shares }: Slot): boolean {
  return shares !== undefined;
}

/** Constraints may share sets and rows. `checked` maps each row checked so far to its constraint. */
function* checkingConstraint(
  constraint: ProblemConstraint,
  slotCount: number,
  deviceCount: number,
  checked: Map<ValueEntries, ProblemConstraint>,
  checkpoint: Checkpoint,
): Incremental<void> {
  const { kind, rows, sets, valueCount, minSize = 1 } = constraint;
  demand(Number.isInteger(minSize) && minSize >= 1 && minSize < 2 ** 31 && (minSize === 1 || kind === 'match'), 'least number of values');
  checkLimit('valueSets', sets.length);
  demand(rows.length === slotCount, 'rows of a constraint');
  demand(Number.isInteger(valueCount) && valueCount >= 0 && valueCount <= PROBLEM_LIMITS.valueSets, 'value count');
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    const before = row === undefined ? undefined : checked.get(row);
    if (row !== undefined && (before?.sets !== sets || before.valueCount !== valueCount)) {
      demand(row.length === deviceCount, 'entries of a constraint');
      checkpoint.step(row.length / ITEMS_A_UNIT);
      checkEntries(row, sets.length, valueCount);
      yield* checkingSets(sets, valueCount, 'value of a set', checkpoint);
      checked.set(row, constraint);
    }
    if (checkpoint.due()) yield;
  }
}

function checkEntries(row: ValueEntries, setCount: number, valueCount: number): void {
  for (let device = 0; device < row.length; device++) {
    const entry = row[device] as number;
    if (entry === ENTRY_MISSING || entry === ENTRY_ERROR) continue;
    const index = entry & ~ENTRY_FIRST_ONLY & ~ENTRY_SINGLE;
    demand(index >= 0 && index < ((entry & ENTRY_SINGLE) === 0 ? setCount : valueCount), 'entry of a constraint');
  }
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new AllocationError('internal', `malformed problem: ${what}`);
}
