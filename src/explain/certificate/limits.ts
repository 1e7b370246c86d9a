// Finds candidate limits for prices: scarce budgets, and values of distinct constraints.

import type { Name } from '../../allocator/certificate.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Priced } from '../check/count.js';
import { type Alternative, leftOf, optionsOf, type Problem, type Request } from '../check/problem.js';
import type { Work } from '../check/work.js';

/** The most amounts of one counter that are distinguished. */
const MOST_UNITS = 6;
/** The steps for an amount, and for the comparison of two values. */
const AMOUNT_STEPS = 50;
const VALUE_STEPS = 5;

/** Finds limits that selections may reach. Each has the price 1. May pause each time it yields. */
export function* limitsOf(problem: Problem, work: Work): Generator<undefined, Priced[]> {
  return [...(yield* budgetLimits(problem, work)), ...(yield* listLimits(problem, work))];
}

export function nameOf(key: string): Name {
  return JSON.parse(key) as Name;
}

function limit(budgets: Iterable<string>, unit = 1n): Priced {
  return { price: '1', unit: `${unit}`, things: Array.from(budgets, (budget) => ({ weight: '1', budget })) };
}

function descending(one: bigint, other: bigint): number {
  return one < other ? 1 : one > other ? -1 : 0;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** Returns the limits of budgets that requests may exceed. */
function* budgetLimits(problem: Problem, work: Work): Generator<undefined, Priced[]> {
  const amounts = new Map<string, Set<bigint>>();
  const most = new Map<string, bigint>();
  for (const request of problem.requests) {
    yield;
    for (const [budget, sum] of mostTaken(request, amounts, work)) most.set(budget, (most.get(budget) ?? 0n) + sum);
  }
  const limits: Priced[] = [];
  for (const [budget, found] of amounts) {
    if ((most.get(budget) ?? 0n) <= leftOf(problem, budget)) continue;
    yield;
    work.spend(4 * AMOUNT_STEPS * found.size);
    for (const unit of unitsFor([...found])) limits.push(limit([budget], unit));
  }
  return limits;
}

/** Returns the most that a request consumes of each budget. Adds the amounts of its options to `amounts`. */
function mostTaken({ alternatives }: Request, amounts: Map<string, Set<bigint>>, work: Work): ReadonlyMap<string, bigint> {
  const most = new Map<string, bigint>();
  for (const alternative of alternatives) {
    for (const [budget, taken] of amountsOf(alternative, work)) {
      const sum = sumOf(taken.sort(descending).slice(0, alternative.need));
      if (sum > (most.get(budget) ?? 0n)) most.set(budget, sum);
      for (const amount of taken) entryIn(amounts, budget, () => new Set<bigint>()).add(amount);
    }
  }
  return most;
}

/** Returns the units in which amounts of a budget are counted. */
function unitsFor(amounts: readonly bigint[]): readonly bigint[] {
  const unit = amounts.reduce(greatestDivisor);
  const larger = amounts.filter((amount) => amount !== unit).sort(descending);
  return [unit, ...larger.slice(0, MOST_UNITS)];
}

/** Returns the amounts that options of an alternative consume, by budget. */
function amountsOf({ options }: Alternative, work: Work): ReadonlyMap<string, bigint[]> {
  const amounts = new Map<string, bigint[]>();
  for (const { takes } of options) {
    work.spend(AMOUNT_STEPS * (1 + takes.length));
    for (const { budget, amount } of takes) entryIn(amounts, budget, (): bigint[] => []).push(amount);
  }
  return amounts;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}

/**
 * Returns sets of values whose lists conflict pairwise although no value is in all of them, such as {a, b}, {b, c} and {a, c}. Any two
 * lists conflict if each has more than half of the values.
 */
function* listLimits(problem: Problem, work: Work): Generator<undefined, Priced[]> {
  const lists = new Map<string, Map<string, ReadonlySet<string>>>();
  const constraints = new Map<string, string | undefined>();
  for (const request of problem.requests) {
    yield;
    for (const { takes } of optionsOf(request)) {
      const values = new Map<string, string[]>();
      for (const { budget } of takes) {
        work.spend(AMOUNT_STEPS + budget.length);
        const constraint = entryIn(constraints, budget, constraintOfValue);
        if (constraint !== undefined) entryIn(values, constraint, (): string[] => []).push(budget);
      }
      for (const [constraint, valueSets] of values)
        if (valueSets.length > 1)
          entryIn(lists, constraint, () => new Map<string, ReadonlySet<string>>()).set(valueSets.sort().join(), new Set(valueSets));
    }
  }
  const limits: Priced[] = [];
  for (const valueSets of lists.values())
    for (const values of yield* cliquesOf([...valueSets.values()], work))
      limits.push(limit(values, BigInt(Math.floor(values.size / 2) + 1)));
  return limits;
}

/** Returns the distinct constraint of a budget named `[constraint, value]`. Returns undefined for other budgets. */
function constraintOfValue(budget: string): string | undefined {
  const [first, ...rest] = nameOf(budget);
  return rest.length === 1 && typeof first === 'string' && typeof nameOf(first)[0] === 'number' ? first : undefined;
}

function* cliquesOf(lists: readonly ReadonlySet<string>[], work: Work): Generator<undefined, ReadonlySet<string>[]> {
  const found = new Map<string, ReadonlySet<string>>();
  const clashes = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
    work.spend(VALUE_STEPS * (1 + one.size));
    return [...one].some((value) => other.has(value));
  };
  for (const first of lists) {
    const clique = [first];
    for (const other of lists) {
      yield;
      if (other !== first && clique.every((one) => clashes(one, other))) clique.push(other);
    }
    work.spend(VALUE_STEPS * clique.length * first.size);
    const hasCommon = [...first].some((value) => clique.every((one) => one.has(value)));
    const all = new Set(clique.flatMap((one) => [...one]));
    work.spend(AMOUNT_STEPS * all.size);
    if (!hasCommon) found.set([...all].sort().join(), all);
  }
  return [...found.values()];
}

/** Returns the requests that a constraint applies to. */
export function concernedBy({ requests }: Problem, constraint: string, work: Work): readonly Request[] {
  return requests.filter((request) =>
    optionsOf(request).some(({ values }) => {
      work.spend(VALUE_STEPS);
      return values.has(constraint);
    }),
  );
}
