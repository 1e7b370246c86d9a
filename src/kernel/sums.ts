// Sums of budgets: what requests take at least of several budgets together, such as the memory of all cards.

import { STAGE_MATCH } from './layout.js';
import type { Charge, Problem, ProblemResources, Slot, SumTerm } from './problem.js';

/** A sum with what each device takes of it, by slot. Slots that see the same share a row. */
export interface SumTable {
  readonly terms: readonly SumTerm[];
  readonly amounts: readonly (readonly bigint[])[];
}

/** More sums than this cost more than they tell. */
const MOST_SUMS = 64;
/** Above this number of questions, one for each sum, kind of slot and device, there are fewer sums. */
const MOST_QUESTIONS = 1 << 16;
/** The greatest budget of a ledger has this weight. */
const SHARE = 16n;
/** The budgets of a larger ledger are mixed in one way only. */
const MOST_MIXED = 4;
/** Sums stay below this, so that no addition of a search overflows 64 bits. */
const MOST = 1n << 61n;

/** The sums of a problem in which no amount is below zero; those that nothing takes from, or that could overflow, are left out. */
export function sumsOf(problem: Problem): SumTable[] {
  const { resources } = problem;
  if (resources === undefined) return [];
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  const single = resources.budgets.map((_, budget): readonly SumTerm[] => [{ budget, weight: 1n }]);
  const several = (resources.sums ?? []).filter((terms) => terms.length > 1);
  const kinds = new Set(slots.map(({ shares }) => shares)).size + 1;
  const most = Math.min(MOST_SUMS, Math.floor(MOST_QUESTIONS / (kinds * Math.max(1, problem.deviceCount))));
  const binds = bindingSums(problem, resources);
  const candidates = [...several, ...ledgersOf(resources), ...single].filter(binds).slice(0, most);
  return candidates.flatMap((terms) => {
    const weights = new Map(terms.map(({ budget, weight }) => [budget, weight]));
    const amounts = rowsOf(slots, weights, { problem, resources });
    const greatest = [...new Set(amounts)].flat().reduce((largest, amount) => (amount > largest ? amount : largest), 0n);
    const picks = BigInt(problem.claims.length * problem.claimLimit + 1);
    const left = terms.reduce((sum, { budget, weight }) => sum + magnitude(resources.budgets[budget] as bigint) * weight, 0n);
    return greatest === 0n || greatest * picks + left > MOST ? [] : [{ terms, amounts }];
  });
}

/** A sum tells nothing when every request finds as many devices as all that look for the same want, which take nothing of it. */
function bindingSums({ claims }: Problem, { draws }: ProblemResources): (terms: readonly SumTerm[]) => boolean {
  const takers = new Map<number, Set<number>>();
  const note = (device: number, charges: readonly Charge[]): void => {
    for (const { budget } of charges) takers.set(budget, (takers.get(budget) ?? new Set()).add(device));
  };
  for (const [device, { charges }] of draws) note(device, charges);
  const slots = claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  for (const shares of new Set(slots.map((slot) => slot.shares))) for (const [device, charges] of shares ?? []) note(device, charges);
  const wanted = new Map<Uint8Array, number>();
  for (const { stages, count } of slots) wanted.set(stages, (wanted.get(stages) ?? 0) + count);
  return (terms) => {
    const taking = new Set(terms.flatMap(({ budget }) => [...(takers.get(budget) ?? [])]));
    return [...wanted].some(([stages, count]) => {
      const others = stages.reduce((sum, stage, device) => (stage === STAGE_MATCH && !taking.has(device) ? sum + 1 : sum), 0);
      return others < count;
    });
  };
}

/**
 * The budgets of each ledger together, each by the share of it that is taken: what no budget alone refuses, they may refuse together. Those of a
 * small ledger also two by two, and with one or all but one of them twice.
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

/** How often each budget of a ledger counts. */
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

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function rowsOf(
  slots: readonly Slot[],
  weights: ReadonlyMap<number, bigint>,
  { problem, resources }: { readonly problem: Problem; readonly resources: ProblemResources },
): (readonly bigint[])[] {
  const rows = new Map<string, readonly bigint[]>();
  const tables = new Map<Slot['shares'], number>();
  return slots.map(({ shares, ignoresCounters = false }) => {
    if (!tables.has(shares)) tables.set(shares, tables.size);
    const key = `${tables.get(shares)} ${ignoresCounters}`;
    let row = rows.get(key);
    if (row === undefined) {
      row = Array.from({ length: problem.deviceCount }, (_, device) => {
        // The draw of a shared device may be made already, or once for several picks.
        const draw = ignoresCounters || resources.shareable.has(device) ? undefined : resources.draws.get(device);
        return taken(draw?.charges ?? [], weights) + taken(shares?.get(device) ?? [], weights);
      });
      rows.set(key, row);
    }
    return row;
  });
}

function taken(charges: readonly Charge[], weights: ReadonlyMap<number, bigint>): bigint {
  return charges.reduce((sum, { budget, amount }) => sum + amount * (weights.get(budget) ?? 0n), 0n);
}
