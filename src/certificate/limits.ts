// The limits that prices are looked for: budgets of which there may be too little, values of distinct constraints.

import { entryIn } from '../base/entry-in.js';
import { type Alternative, type Amount, leftOf, optionsOf, type Problem, type Request } from '../check/problem.js';
import type { Limit, Name, Thing } from './certificate.js';

/** The amounts of one counter that are told apart, at most. */
const MOST_UNITS = 6;

/** Finds limits that choices may come to, each with the price 1. */
export function limitsOf(problem: Problem): Limit[] {
  return [...budgetLimits(problem), ...listLimits(problem)];
}

export function nameOf(key: string): Name {
  return JSON.parse(key) as Name;
}

function limit(budgets: Iterable<string>, unit = 1n): Limit {
  return { price: '1', unit: `${unit}`, things: Array.from(budgets, (budget): Thing => ({ weight: '1', of: nameOf(budget) })) };
}

function descending(one: bigint, other: bigint): number {
  return one < other ? 1 : one > other ? -1 : 0;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** The limits of budgets of which requests may take more than there is. */
function budgetLimits(problem: Problem): Limit[] {
  const amounts = new Map<string, Set<bigint>>();
  const most = new Map<string, bigint>();
  for (const { alternatives } of problem.requests) {
    const own = new Map<string, bigint>();
    for (const alternative of alternatives) {
      for (const [budget, taken] of amountsOf(alternative)) {
        const sum = sumOf(taken.sort(descending).slice(0, alternative.need));
        if (sum > (own.get(budget) ?? 0n)) own.set(budget, sum);
        for (const amount of taken) entryIn(amounts, budget, () => new Set<bigint>()).add(amount);
      }
    }
    for (const [budget, sum] of own) most.set(budget, (most.get(budget) ?? 0n) + sum);
  }
  return [...amounts].flatMap(([budget, found]) => {
    if ((most.get(budget) ?? 0n) <= leftOf(problem, budget)) return [];
    const all = [...found];
    const unit = all.reduce(greatestDivisor);
    const larger = all.filter((amount) => amount !== unit).sort(descending);
    return [unit, ...larger.slice(0, MOST_UNITS)].map((one) => limit([budget], one));
  });
}

/** By budget the amounts that options of an alternative take. */
function amountsOf({ options }: Alternative): ReadonlyMap<string, bigint[]> {
  const amounts = new Map<string, bigint[]>();
  for (const { takes } of options) for (const { budget, amount } of takes) entryIn(amounts, budget, (): bigint[] => []).push(amount);
  return amounts;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}

/**
 * The values of lists that clash with each other although no value is in all of them, such as those of {a, b}, {b, c} and {a, c}: two lists that have more than half of
 * them each have one in common.
 */
function listLimits(problem: Problem): Limit[] {
  const lists = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const { takes } of problem.requests.flatMap(optionsOf)) {
    const values = new Map<string, string[]>();
    for (const { budget } of takes.filter(isOfValue)) entryIn(values, nameOf(budget)[0] as string, (): string[] => []).push(budget);
    for (const [constraint, own] of values)
      if (own.length > 1) entryIn(lists, constraint, () => new Map<string, ReadonlySet<string>>()).set(own.sort().join(), new Set(own));
  }
  return [...lists.values()].flatMap((own) =>
    cliquesOf([...own.values()]).map((values) => limit(values, BigInt(Math.floor(values.size / 2) + 1))),
  );
}

/** Tells whether an amount is that of a value of a distinct constraint, whose name is `[constraint, value]`. */
function isOfValue({ budget }: Amount): boolean {
  const [first, ...rest] = nameOf(budget);
  return rest.length === 1 && typeof first === 'string' && typeof nameOf(first)[0] === 'number';
}

function cliquesOf(lists: readonly ReadonlySet<string>[]): ReadonlySet<string>[] {
  const found = new Map<string, ReadonlySet<string>>();
  for (const first of lists) {
    const clique = [first];
    for (const other of lists) if (other !== first && clique.every((one) => [...one].some((value) => other.has(value)))) clique.push(other);
    const hasCommon = [...first].some((value) => clique.every((one) => one.has(value)));
    const all = new Set(clique.flatMap((one) => [...one]));
    if (!hasCommon) found.set([...all].sort().join(), all);
  }
  return [...found.values()];
}

/** The requests that a constraint concerns. */
export function concernedBy({ requests }: Problem, constraint: string): readonly Request[] {
  return requests.filter((request) => optionsOf(request).some(({ values }) => values.has(constraint)));
}
