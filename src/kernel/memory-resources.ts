// Lays out what a problem has beside devices: budgets, draws, shares and counter sets.
//
// An amount has as many 64-bit words as the greatest sum of the problem needs, so that the solver computes exactly whatever the API takes.

import * as L from './layout.js';
import { type Charge, type Draw, NO_RESOURCES, type Problem, type ProblemCounterSet, type ProblemResources, type Slot } from './problem.js';
import type { Region } from './region.js';
import { setBit } from './region.js';

type Shares = NonNullable<Slot['shares']>;

/** Where everything of the resources of a problem lies. Locations of 0: there is nothing of it. */
export interface ResourcesPlan {
  readonly resources: ProblemResources;
  /** 64-bit words of an amount. */
  readonly limbs: number;
  /** Trail entries that the draw and the share of one pick need at most. */
  readonly trailPerPick: number;
  readonly draws: number;
  readonly drawRecords: ReadonlyMap<Draw, number>;
  readonly shareable: number;
  /** For each table of shares where its row lies. */
  readonly shareRows: ReadonlyMap<Shares, number>;
  readonly shareRecords: ReadonlyMap<readonly Charge[], number>;
  readonly counterSets: readonly CounterSetPlan[];
  /** In the scratch. */
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

/** Decides where the resources of a problem lie. */
export function planResources(problem: Problem, region: Region, scratch: Region): ResourcesPlan {
  const resources = problem.resources ?? NO_RESOURCES;
  const { budgets, ledgers, counterSets, draws, shareable } = resources;
  const deviceWords = Math.max(1, Math.ceil(problem.deviceCount / 64));
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  const shares = new Set(slots.flatMap((slot) => slot.shares ?? []));
  const limbs = limbsFor(problem, resources, shares);
  const chargeSize = L.CHARGE_AMOUNT + limbs * 8;
  const drawRecords = new Map<Draw, number>();
  const shareRows = new Map<Shares, number>();
  const shareRecords = new Map<readonly Charge[], number>();
  for (const draw of new Set(draws.values())) {
    const size = L.DRAW_SIZE + draw.charges.length * chargeSize + draw.memberships.length * L.MEMBERSHIP_SIZE;
    drawRecords.set(draw, region.take(size));
  }
  for (const table of shares) {
    shareRows.set(table, region.take(problem.deviceCount * 4));
    for (const charges of table.values()) {
      if (!shareRecords.has(charges)) shareRecords.set(charges, region.take(L.SHARE_SIZE + charges.length * chargeSize));
    }
  }
  return {
    resources,
    limbs,
    trailPerPick: trailPerPick(resources, shares, limbs),
    draws: draws.size === 0 ? 0 : region.take(problem.deviceCount * 4),
    drawRecords,
    shareable: shareable.size === 0 ? 0 : region.take(deviceWords * 8),
    shareRows,
    shareRecords,
    counterSets: counterSets.map((counterSet) => {
      const words = Math.ceil(counterSet.valueCount / 64);
      const sets = region.take(counterSet.sets.length * words * 8);
      return { counterSet, words, sets, state: scratch.take((1 + words) * 8) };
    }),
    shared: scratch.take(deviceWords * 8),
    left: scratch.take(budgets.length * limbs * 8),
    deficits: scratch.take(ledgers.length * 8),
  };
}

/** How many words hold every value that a budget can come to: no search makes more picks than its claims may hold. */
function limbsFor(problem: Problem, { budgets, draws }: ProblemResources, shares: Iterable<Shares>): number {
  const picks = BigInt(problem.claims.length * problem.claimLimit + 1);
  let greatest = 0n;
  const note = (amount: bigint): void => {
    const size = amount < 0n ? -amount : amount;
    if (size > greatest) greatest = size;
  };
  for (const { charges } of new Set(draws.values())) note(charges.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n));
  for (const table of shares) for (const charges of table.values()) for (const { amount } of charges) note(amount);
  greatest *= picks;
  for (const left of budgets) note(left < 0n ? left - greatest : left + greatest);
  // Hexadecimal digits are linear in the size of the number; one bit more is the sign.
  return Math.max(1, Math.ceil((greatest.toString(16).length * 4 + 1) / 64));
}

function trailPerPick({ draws, counterSets }: ProblemResources, shares: Iterable<Shares>, limbs: number): number {
  let draw = 0;
  for (const { charges, memberships } of new Set(draws.values())) {
    const words = memberships.reduce((sum, { counterSet }) => sum + 1 + Math.ceil((counterSets[counterSet]?.valueCount ?? 0) / 64), 0);
    draw = Math.max(draw, 1 + charges.length * limbs + words);
  }
  let share = 0;
  for (const table of shares) for (const charges of table.values()) share = Math.max(share, charges.length * limbs);
  return draw + share;
}

/** Writes the resources of a problem. Requires: the memory that was planned is zeroed. */
export function writeResources(
  memory: ArrayBuffer,
  base: number,
  plan: ResourcesPlan,
  firstConstraint: number,
  constraintsAt: number,
): void {
  const u32 = new Uint32Array(memory, base);
  const view = new DataView(memory, base);
  for (const device of plan.resources.shareable) setBit(u32, plan.shareable, device);
  for (const [device, draw] of plan.resources.draws) u32[plan.draws / 4 + device] = plan.drawRecords.get(draw) as number;
  for (const [draw, at] of plan.drawRecords) writeDraw(view, draw, at, plan, firstConstraint);
  for (const [table, row] of plan.shareRows) {
    for (const [device, charges] of table) u32[row / 4 + device] = plan.shareRecords.get(charges) as number;
  }
  for (const [charges, at] of plan.shareRecords) {
    view.setUint32(at + L.SHARE_CHARGE_COUNT, charges.length, true);
    writeCharges(view, charges, at + L.SHARE_SIZE, plan.limbs);
  }
  plan.counterSets.forEach(({ counterSet, words, sets, state }, index) => {
    const at = (constraintsAt + (firstConstraint + index) * L.CONSTRAINT_SIZE) / 4;
    u32[at + L.CONSTRAINT_KIND / 4] = L.KIND_MATCH;
    u32[at + L.CONSTRAINT_VALUE_WORDS / 4] = words;
    u32[at + L.CONSTRAINT_SETS_LOCATION / 4] = sets;
    u32[at + L.CONSTRAINT_STATE_LOCATION / 4] = state;
    counterSet.sets.forEach((set, setIndex) => {
      for (const value of set) setBit(u32, sets + setIndex * words * 8, value);
    });
  });
}

function writeDraw(
  view: DataView,
  { ledger, charges, memberships }: Draw,
  at: number,
  { limbs }: ResourcesPlan,
  firstConstraint: number,
): void {
  view.setUint32(at + L.DRAW_LEDGER, ledger, true);
  view.setUint32(at + L.DRAW_CHARGE_COUNT, charges.length, true);
  view.setUint32(at + L.DRAW_MEMBERSHIP_COUNT, memberships.length, true);
  const end = writeCharges(view, charges, at + L.DRAW_SIZE, limbs);
  memberships.forEach(({ counterSet, set }, index) => {
    view.setUint32(end + index * L.MEMBERSHIP_SIZE + L.MEMBERSHIP_CONSTRAINT, firstConstraint + counterSet, true);
    view.setUint32(end + index * L.MEMBERSHIP_SIZE + L.MEMBERSHIP_ENTRY, set, true);
  });
}

/** Returns where the charges end. */
function writeCharges(view: DataView, charges: readonly Charge[], at: number, limbs: number): number {
  let location = at;
  for (const { budget, amount } of charges) {
    view.setUint32(location + L.CHARGE_BUDGET, budget, true);
    writeAmount(view, amount, location + L.CHARGE_AMOUNT, limbs);
    location += L.CHARGE_AMOUNT + limbs * 8;
  }
  return location;
}

function writeAmount(view: DataView, amount: bigint, at: number, limbs: number): void {
  let rest = amount;
  for (let limb = 0; limb < limbs; limb++) {
    view.setBigUint64(at + limb * 8, BigInt.asUintN(64, rest), true);
    rest >>= 64n;
  }
}

/** Writes the state that a search begins with. Requires: the memory that was planned is zeroed. */
export function writeResourceState(memory: ArrayBuffer, base: number, plan: ResourcesPlan): void {
  const { budgets, ledgers, shared } = plan.resources;
  const u32 = new Uint32Array(memory, base);
  const view = new DataView(memory, base);
  for (const device of shared) setBit(u32, plan.shared, device);
  budgets.forEach((left, index) => {
    writeAmount(view, left, plan.left + index * plan.limbs * 8, plan.limbs);
  });
  ledgers.forEach((ledger, index) => {
    const deficits = ledger.filter((budget) => (budgets[budget] as bigint) < 0n).length;
    view.setBigUint64(plan.deficits + index * 8, BigInt(deficits), true);
  });
  for (const { counterSet, state } of plan.counterSets) {
    if (counterSet.before === undefined) continue;
    view.setBigUint64(state, 1n, true);
    for (const value of counterSet.before) setBit(u32, state + 8, value);
  }
}
