// Lays out the resources of a problem in addition to devices: budgets, draws, shares and counter sets. An amount has as many 64-bit words as the greatest sum
// of the problem needs, so that the solver computes exactly.

import type { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';
import * as L from '../layout.js';
import {
  type Charge,
  type Draw,
  NO_RESOURCES,
  type Problem,
  type ProblemCounterSet,
  type ProblemResources,
  type Slot,
} from '../problem.js';
import { type Region, setBit, type Views } from './region.js';

type Shares = NonNullable<Slot['shares']>;

/** The locations of all resources of a problem. A location of 0 means that the problem has no such resource. */
export interface ResourcesPlan {
  readonly resources: ProblemResources;
  /** The number of 64-bit words in an amount. */
  readonly limbs: number;
  /** The most trail entries for the draw and the share of one selection. */
  readonly trailPerSelection: number;
  readonly draws: number;
  readonly drawRecords: ReadonlyMap<Draw, number>;
  readonly shareable: number;
  /** The location of the row of each table of shares. */
  readonly shareRows: ReadonlyMap<Shares, number>;
  readonly shareRecords: ReadonlyMap<readonly Charge[], number>;
  readonly counterSets: readonly CounterSetPlan[];
  /** The following locations are in the scratch. */
  readonly shared: number;
  readonly left: number;
  readonly deficits: number;
}

interface CounterSetPlan {
  readonly counterSet: ProblemCounterSet;
  readonly words: number;
  readonly sets: number;
  readonly state: number;
}

/** Plans the locations of the resources of a problem. */
export function* planningResources(
  problem: Problem,
  slots: readonly { readonly slot: Slot }[],
  region: Region,
  scratch: Region,
  checkpoint: Checkpoint,
): Incremental<ResourcesPlan> {
  const resources = problem.resources ?? NO_RESOURCES;
  const { budgets, ledgers, draws, shareable } = resources;
  const deviceWords = Math.max(1, Math.ceil(problem.deviceCount / 64));
  if (resources === NO_RESOURCES) return planNothing(deviceWords, scratch);
  const distinctDraws: ReadonlySet<Draw> = draws.size === 0 ? NOTHING : new Set(draws.values());
  const shares = sharesOf(slots);
  const limbs = budgets.length === 0 ? 1 : yield* findingLimbs(problem, resources, distinctDraws, shares, checkpoint);
  const chargeSize = L.CHARGE_AMOUNT + limbs * 8;
  // The order of these calls determines the locations.
  const drawRecords = draws.size === 0 ? NOWHERE : yield* planningDraws(distinctDraws, chargeSize, region, checkpoint);
  const shareRecords = shares.size === 0 ? NOWHERE : yield* planningShares(shares, chargeSize, region, checkpoint);
  return {
    resources,
    limbs,
    trailPerSelection: trailOfDraws(resources, distinctDraws, limbs) + trailOfShares(shareRecords, limbs),
    draws: draws.size === 0 ? 0 : region.take(problem.deviceCount * 4),
    drawRecords,
    shareable: shareable.size === 0 ? 0 : region.take(deviceWords * 8),
    shareRows: planRows(shares, problem.deviceCount, region),
    shareRecords,
    counterSets: planCounterSets(resources, region, scratch),
    shared: scratch.take(deviceWords * 8),
    left: scratch.take(budgets.length * limbs * 8),
    deficits: scratch.take(ledgers.length * 8),
  };
}

/** Plans a problem without resources other than devices. */
export function planNothing(deviceWords: number, scratch: Region): ResourcesPlan {
  return {
    resources: NO_RESOURCES,
    limbs: 1,
    trailPerSelection: 0,
    draws: 0,
    drawRecords: NOWHERE,
    shareable: 0,
    shareRows: NOWHERE,
    shareRecords: NOWHERE,
    counterSets: [],
    shared: scratch.take(deviceWords * 8),
    left: 0,
    deficits: 0,
  };
}

const NOTHING: ReadonlySet<never> = new Set<never>();
const NOWHERE: ReadonlyMap<never, number> = new Map<never, number>();

function* planningDraws(
  draws: ReadonlySet<Draw>,
  chargeSize: number,
  region: Region,
  checkpoint: Checkpoint,
): Incremental<ResourcesPlan['drawRecords']> {
  const records = new Map<Draw, number>();
  for (const draw of draws) {
    const size = L.DRAW_SIZE + draw.charges.length * chargeSize + draw.memberships.length * L.MEMBERSHIP_SIZE;
    records.set(draw, region.take(size));
    if (checkpoint.due()) yield;
  }
  return records;
}

function* planningShares(
  tables: ReadonlySet<Shares>,
  chargeSize: number,
  region: Region,
  checkpoint: Checkpoint,
): Incremental<ResourcesPlan['shareRecords']> {
  const records = new Map<readonly Charge[], number>();
  for (const table of tables) {
    for (const charges of table.values()) {
      if (!records.has(charges)) records.set(charges, region.take(L.SHARE_SIZE + charges.length * chargeSize));
      if (checkpoint.due()) yield;
    }
  }
  return records;
}

function planRows(tables: ReadonlySet<Shares>, deviceCount: number, region: Region): ResourcesPlan['shareRows'] {
  if (tables.size === 0) return NOWHERE;
  const rows = new Map<Shares, number>();
  for (const table of tables) rows.set(table, region.take(deviceCount * 4));
  return rows;
}

function sharesOf(slots: readonly { readonly slot: Slot }[]): ReadonlySet<Shares> {
  let tables: Set<Shares> | undefined;
  for (const { slot } of slots) {
    if (slot.shares === undefined) continue;
    tables ??= new Set();
    tables.add(slot.shares);
  }
  return tables ?? NOTHING;
}

function planCounterSets({ counterSets }: ProblemResources, region: Region, scratch: Region): CounterSetPlan[] {
  const plans: CounterSetPlan[] = [];
  for (const counterSet of counterSets) {
    const words = Math.ceil(counterSet.valueCount / 64);
    const sets = region.take(counterSet.sets.length * words * 8);
    plans.push({ counterSet, words, sets, state: scratch.take(L.STATE_VALUES + words * L.WORD_SIZE) });
  }
  return plans;
}

/** Returns the number of words that hold every value of a budget, given the most devices that all claims may hold. */
function* findingLimbs(
  problem: Problem,
  { budgets }: ProblemResources,
  draws: Iterable<Draw>,
  shares: Iterable<Shares>,
  checkpoint: Checkpoint,
): Incremental<number> {
  let greatest = 0n;
  for (const { charges } of draws) {
    const size = sumOf(charges);
    if (size > greatest) greatest = size;
    if (checkpoint.due(1 + charges.length / CHARGES_A_UNIT)) yield;
  }
  for (const table of shares) {
    for (const charges of table.values()) {
      const size = largestOf(charges);
      if (size > greatest) greatest = size;
      if (checkpoint.due(1 + charges.length / CHARGES_A_UNIT)) yield;
    }
  }
  let mostLeft = 0n;
  for (let index = 0; index < budgets.length; index++) {
    const size = sizeOf(budgets[index] as bigint);
    if (size > mostLeft) mostLeft = size;
    if (checkpoint.due()) yield;
  }
  const most = mostLeft + greatest * BigInt(problem.claims.length * problem.claimLimit + 1);
  if (most < ONE_WORD) return 1;
  // The length in hexadecimal digits is linear in the size of the number. One more bit is for the sign.
  return Math.ceil((most.toString(16).length * 4 + 1) / 64);
}

/** The number of charges checked in about a microsecond. */
const CHARGES_A_UNIT = 16;

/** A smaller amount has at most 15 hexadecimal digits. */
const ONE_WORD = 2n ** 60n;

function sumOf(charges: readonly Charge[]): bigint {
  let sum = 0n;
  for (const { amount } of charges) sum += sizeOf(amount);
  return sum;
}

function largestOf(charges: readonly Charge[]): bigint {
  let largest = 0n;
  for (const { amount } of charges) if (sizeOf(amount) > largest) largest = sizeOf(amount);
  return largest;
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function trailOfDraws({ counterSets }: ProblemResources, draws: Iterable<Draw>, limbs: number): number {
  let most = 0;
  for (const { charges, memberships } of draws) {
    let words = 1 + charges.length * limbs;
    for (const { counterSet } of memberships) words += 1 + Math.ceil((counterSets[counterSet]?.valueCount ?? 0) / 64);
    most = Math.max(most, words);
  }
  return most;
}

function trailOfShares(records: ResourcesPlan['shareRecords'], limbs: number): number {
  let most = 0;
  for (const charges of records.keys()) most = Math.max(most, charges.length * limbs);
  return most;
}

/** The number of constraints before the counter sets, and the location of the constraints. */
interface ConstraintsPlace {
  readonly firstConstraint: number;
  readonly constraintsAt: number;
}

/** Writes the resources of a problem at `base`. Requires: the planned memory is zeroed. */
export function* writingResources(
  views: Views,
  base: number,
  plan: ResourcesPlan,
  place: ConstraintsPlace,
  checkpoint: Checkpoint,
): Incremental<void> {
  const { u32 } = views;
  const { resources, limbs } = plan;
  if (resources === NO_RESOURCES) return;
  for (const device of resources.shareable) setBit(u32, base + plan.shareable, device);
  yield* writingRow(u32, (base + plan.draws) >>> 2, resources.draws, plan.drawRecords, checkpoint);
  for (const [draw, location] of plan.drawRecords) {
    writeDraw(views, draw, base + location, limbs, place.firstConstraint);
    if (checkpoint.due(1 + (draw.charges.length * limbs) / CHARGES_A_UNIT)) yield;
  }
  for (const [table, location] of plan.shareRows) yield* writingRow(u32, (base + location) >>> 2, table, plan.shareRecords, checkpoint);
  for (const [charges, location] of plan.shareRecords) {
    u32[(base + location + L.SHARE_CHARGE_COUNT) >>> 2] = charges.length;
    writeCharges(views, charges, base + location + L.SHARE_SIZE, limbs);
    if (checkpoint.due(1 + (charges.length * limbs) / CHARGES_A_UNIT)) yield;
  }
  for (let index = 0; index < plan.counterSets.length; index++) {
    const at = (base + place.constraintsAt + (place.firstConstraint + index) * L.CONSTRAINT_SIZE) >>> 2;
    yield* writingCounterSet(u32, base, plan.counterSets[index] as CounterSetPlan, at, checkpoint);
  }
}

/** Writes the location of the record of each device. */
function* writingRow<T>(
  u32: Uint32Array,
  row: number,
  byDevice: ReadonlyMap<number, T>,
  records: ReadonlyMap<T, number>,
  checkpoint: Checkpoint,
): Incremental<void> {
  for (const [device, one] of byDevice) {
    u32[row + device] = records.get(one) as number;
    if (checkpoint.due()) yield;
  }
}

function* writingCounterSet(
  u32: Uint32Array,
  base: number,
  { counterSet, words, sets, state }: CounterSetPlan,
  at: number,
  checkpoint: Checkpoint,
): Incremental<void> {
  u32[at + L.CONSTRAINT_KIND / 4] = L.KIND_MATCH;
  u32[at + L.CONSTRAINT_VALUE_WORDS / 4] = words;
  u32[at + L.CONSTRAINT_SETS_LOCATION / 4] = sets;
  u32[at + L.CONSTRAINT_STATE_LOCATION / 4] = state;
  for (let set = 0; set < counterSet.sets.length; set++) {
    const values = counterSet.sets[set] as readonly number[];
    for (const value of values) setBit(u32, base + sets + set * words * 8, value);
    if (checkpoint.due(1 + values.length / CHARGES_A_UNIT)) yield;
  }
}

function writeDraw(views: Views, { ledger, charges, memberships }: Draw, location: number, limbs: number, firstConstraint: number): void {
  const { u32 } = views;
  const at = location >>> 2;
  u32[at + L.DRAW_LEDGER / 4] = ledger;
  u32[at + L.DRAW_CHARGE_COUNT / 4] = charges.length;
  u32[at + L.DRAW_MEMBERSHIP_COUNT / 4] = memberships.length;
  let end = writeCharges(views, charges, location + L.DRAW_SIZE, limbs) >>> 2;
  for (const { counterSet, set } of memberships) {
    u32[end + L.MEMBERSHIP_CONSTRAINT / 4] = firstConstraint + counterSet;
    u32[end + L.MEMBERSHIP_ENTRY / 4] = set;
    end += L.MEMBERSHIP_SIZE / 4;
  }
}

/** Returns the end of the charges. */
function writeCharges({ u32, i64 }: Views, charges: readonly Charge[], start: number, limbs: number): number {
  let location = start;
  for (const { budget, amount } of charges) {
    u32[(location + L.CHARGE_BUDGET) >>> 2] = budget;
    writeAmount(i64, amount, location + L.CHARGE_AMOUNT, limbs);
    location += L.CHARGE_AMOUNT + limbs * 8;
  }
  return location;
}

/** A BigInt64Array element stores the lowest 64 bits of the assigned value. */
function writeAmount(i64: BigInt64Array, amount: bigint, location: number, limbs: number): void {
  const at = location / 8;
  i64[at] = amount;
  let rest = amount;
  for (let limb = 1; limb < limbs; limb++) {
    rest >>= 64n;
    i64[at + limb] = rest;
  }
}

/** Writes the initial state of a search at `base`. Requires: the planned memory is zeroed. */
export function* writingResourceState({ u32, i64 }: Views, base: number, plan: ResourcesPlan, checkpoint: Checkpoint): Incremental<void> {
  const { budgets, ledgers, shared } = plan.resources;
  if (plan.resources === NO_RESOURCES) return;
  for (const device of shared) setBit(u32, base + plan.shared, device);
  for (let budget = 0; budget < budgets.length; budget++) {
    writeAmount(i64, budgets[budget] as bigint, base + plan.left + budget * plan.limbs * 8, plan.limbs);
    if (checkpoint.due(1 + plan.limbs / CHARGES_A_UNIT)) yield;
  }
  for (let index = 0; index < ledgers.length; index++) {
    const ledger = ledgers[index] as readonly number[];
    let deficits = 0;
    for (const budget of ledger) if ((budgets[budget] as bigint) < 0n) deficits++;
    u32[(base + plan.deficits + index * 8) >>> 2] = deficits;
    if (checkpoint.due(1 + ledger.length / CHARGES_A_UNIT)) yield;
  }
  for (const { counterSet, state } of plan.counterSets) {
    if (counterSet.before === undefined) continue;
    u32[(base + state) >>> 2] = 1;
    for (const value of counterSet.before) setBit(u32, base + state + 8, value);
  }
}
