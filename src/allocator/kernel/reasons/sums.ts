// Computes sums of budgets and the amounts that devices consume of them, such as the memory of all cards.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { STAGE_MATCH } from '../layout.js';
import type { Charge, Problem, ProblemResources, Slot, SumTerm } from '../problem.js';

/** The amounts that devices consume of a sum. Devices that consume nothing are absent. */
export type SumRow = ReadonlyMap<number, bigint>;

/** A sum with the amounts of devices, by slot. Equal slots share a row. */
export interface SumTable {
  readonly terms: readonly SumTerm[];
  readonly amounts: readonly SumRow[];
}

/** More sums cost more than they prune. */
const MOST_SUMS = 64;
/** With more lookups (one for each sum, kind of slot and device), there are fewer sums. */
const MOST_LOOKUPS = 1 << 16;
/** The weight of the greatest budget of a ledger. */
const SHARE = 16n;
/** For a larger ledger, only one choice of weights is tried. */
const MOST_MIXED = 4;
/** The upper bound of sums, so that no addition in a search overflows 64 bits. */
const MOST = 1n << 61n;

/** Returns the sums of a problem without negative amounts. Omits sums that no device consumes, or that could overflow. */
export function* sumsOf(problem: Problem): Incremental<SumTable[]> {
  const { resources } = problem;
  if (resources === undefined) return [];
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  const single = resources.budgets.map((_, budget): readonly SumTerm[] => [{ budget, weight: 1n }]);
  const several = (resources.sums ?? []).filter((terms) => terms.length > 1);
  const kinds = new Set(slots.map(({ shares }) => shares)).size + 1;
  const most = Math.min(MOST_SUMS, Math.floor(MOST_LOOKUPS / (kinds * Math.max(1, problem.deviceCount))));
  const binds = yield* bindingSums(problem, resources);
  const candidates: (readonly SumTerm[])[] = [];
  for (const terms of [...several, ...ledgersOf(resources), ...single]) {
    if (candidates.length === most) break;
    yield;
    if (binds(terms)) candidates.push(terms);
  }
  yield;
  const takersOf = takersBySlot(slots, resources);
  const mostSelections = BigInt(problem.claims.length * problem.claimLimit + 1);
  const sums: SumTable[] = [];
  for (const terms of candidates) {
    yield;
    const rows = new Map(Array.from(new Set(takersOf), (takers) => [takers, rowOf(takers, terms)]));
    const greatest = greatestOf(rows.values());
    const left = terms.reduce((sum, { budget, weight }) => sum + magnitude(resources.budgets[budget] as bigint) * weight, 0n);
    if (greatest === 0n || greatest * mostSelections + left > MOST) continue;
    sums.push({ terms, amounts: takersOf.map((takers) => rows.get(takers) as SumRow) });
  }
  return sums;
}

/**
 * Returns a test whether a sum can prune. It cannot if every request has enough devices that do not consume it, also counting requests for the same devices.
 */
function* bindingSums({ claims }: Problem, { draws }: ProblemResources): Incremental<(terms: readonly SumTerm[]) => boolean> {
  const takers = new Map<number, Set<number>>();
  const note = (device: number, charges: readonly Charge[]): void => {
    for (const { budget } of charges) entryIn(takers, budget, () => new Set()).add(device);
  };
  for (const [device, { charges }] of draws) note(device, charges);
  const slots = claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  for (const shares of new Set(slots.map((slot) => slot.shares))) for (const [device, charges] of shares ?? []) note(device, charges);
  const countByStages = new Map<Uint8Array, number>();
  for (const { stages, count } of slots) countByStages.set(stages, (countByStages.get(stages) ?? 0) + count);
  const spare: { readonly stages: Uint8Array; readonly spare: number }[] = [];
  for (const [stages, count] of countByStages) {
    yield;
    let matching = 0;
    for (let device = 0; device < stages.length; device++) if (stages[device] === STAGE_MATCH) matching++;
    spare.push({ stages, spare: matching - count });
  }
  return (terms) => {
    const taking = new Set<number>();
    for (const { budget } of terms) for (const device of takers.get(budget) ?? []) taking.add(device);
    return spare.some(({ stages, spare: most }) => {
      let matching = 0;
      for (const device of taking) if (stages[device] === STAGE_MATCH) matching++;
      return matching > most;
    });
  };
}

/**
 * Returns weighted sums of the budgets of each ledger, each budget weighted by its size: together they can exclude what no budget alone does. For a small
 * ledger, also sums of pairs, and sums with one budget or all others doubled.
 */
function ledgersOf({ ledgers, budgets }: ProblemResources): SumTerm[][] {
  return ledgers
    .map((ledger) => ledger.filter((budget) => (budgets[budget] as bigint) > 0n))
    .filter((ledger) => ledger.length > 1)
    .flatMap((ledger) => {
      const most = ledger.reduce(
        (greatest, budget) => ((budgets[budget] as bigint) > greatest ? (budgets[budget] as bigint) : greatest),
        0n,
      );
      return mixesOf(ledger.length).map((mix) =>
        ledger.flatMap((budget, index) => {
          const factor = mix[index] as bigint;
          return factor === 0n ? [] : [{ budget, weight: (factor * SHARE * most) / (budgets[budget] as bigint) }];
        }),
      );
    });
}

/** Returns the possible weights of the budgets of a ledger. */
function mixesOf(length: number): bigint[][] {
  const all = [...Array(length).keys()];
  const equal = all.map(() => 1n);
  if (length > MOST_MIXED) return [equal];
  const pairs = all.flatMap((left) =>
    all.slice(left + 1).map((right) => all.map((index) => (index === left || index === right ? 1n : 0n))),
  );
  const twice = all.map((one) => all.map((index) => (index === one ? 2n : 1n)));
  const others = all.map((one) => all.map((index) => (index === one ? 1n : 2n)));
  return [equal, ...(length === 2 ? twice : [...pairs, ...twice, ...others])];
}

function greatestOf(rows: Iterable<SumRow>): bigint {
  let greatest = 0n;
  for (const row of rows) for (const amount of row.values()) if (amount > greatest) greatest = amount;
  return greatest;
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** The amounts that devices consume, by budget. */
type Takers = ReadonlyMap<number, SumRow>;

/** Returns the amounts of each slot, shared by equal slots. */
function takersBySlot(slots: readonly Slot[], resources: ProblemResources): Takers[] {
  const takersByShares = new Map<Slot['shares'], Map<boolean, Takers>>();
  return slots.map(({ shares, ignoresCounters = false }) => {
    const ofShares = entryIn(takersByShares, shares, () => new Map());
    return entryIn(ofShares, ignoresCounters, () => takersOf(shares, ignoresCounters, resources));
  });
}

function takersOf(shares: Slot['shares'], ignoresCounters: boolean, { draws, shareable }: ProblemResources): Takers {
  const takers = new Map<number, Map<number, bigint>>();
  const note = (device: number, charges: readonly Charge[]): void => {
    for (const { budget, amount } of charges) {
      const row = entryIn(takers, budget, () => new Map<number, bigint>());
      row.set(device, (row.get(device) ?? 0n) + amount);
    }
  };
  // The draw of a shareable device may be charged already, or once for several selections.
  if (!ignoresCounters) for (const [device, { charges }] of draws) if (!shareable.has(device)) note(device, charges);
  for (const [device, charges] of shares ?? []) note(device, charges);
  return takers;
}

function rowOf(takers: Takers, terms: readonly SumTerm[]): SumRow {
  const row = new Map<number, bigint>();
  for (const { budget, weight } of terms) {
    for (const [device, amount] of takers.get(budget) ?? []) {
      if (amount > 0n) row.set(device, (row.get(device) ?? 0n) + amount * weight);
    }
  }
  return row;
}
