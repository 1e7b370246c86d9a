// The rule `count`: each selection pays for its consumption, and together they pay more than the whole supply is worth.

import { entryIn } from '../../core/base/entry-in.js';
import { type Alternative, leftOf, type Option, optionsOf, type Problem, type Request, valuesOf } from './problem.js';
import type { Work } from './work.js';

/** The certificate is invalid. The message contains the reason. */
export class Refused extends Error {}

/** A limit as in certificates, with the keys of its budgets. */
export interface Priced {
  readonly price: string;
  readonly unit: string;
  readonly things: readonly { readonly weight: string; readonly budget: string }[];
}

/** A limit with decoded numbers. */
export interface Price {
  readonly price: bigint;
  readonly unit: bigint;
  /** By budget. */
  readonly weights: ReadonlyMap<string, bigint>;
  /** The weighted sum of the supply. */
  readonly supply: bigint;
}

/** The steps for an option with a value, and for an amount counted by a limit. */
const OPTION_STEPS = 20;
const AMOUNT_STEPS = 120;

export function priceOf(problem: Problem, { price, unit, things }: Priced): Price {
  const weights = new Map(things.map(({ weight, budget }) => [budget, positive(weight)]));
  const supply = sum(Array.from(weights, ([budget, weight]) => weight * leftOf(problem, budget)));
  return { price: positive(price), unit: positive(unit), weights, supply };
}

/** For each budget, the numbers of the limits that count it. */
export type LimitsOfBudgets = ReadonlyMap<string, readonly number[]>;

export function limitsByBudget(prices: readonly Price[]): LimitsOfBudgets {
  const found = new Map<string, number[]>();
  for (const [index, { weights }] of prices.entries())
    for (const budget of weights.keys()) entryIn(found, budget, (): number[] => []).push(index);
  return found;
}

/** Returns the whole units that an option consumes of each limit, by number. */
export function unitsOf({ takes }: Option, prices: readonly Price[], byBudget: LimitsOfBudgets, work: Work): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { budget, amount } of takes) {
    const limits = byBudget.get(budget) ?? [];
    work.spend(AMOUNT_STEPS * (1 + limits.length));
    for (const index of limits) sums.set(index, (sums.get(index) ?? 0n) + ((prices[index] as Price).weights.get(budget) ?? 0n) * amount);
  }
  for (const [index, amount] of sums) sums.set(index, amount / (prices[index] as Price).unit);
  return sums;
}

/**
 * Returns a lower bound on how much more all requests together pay than the supply is worth; undefined if a request has too few options.
 * Pauses at each yield.
 */
export function* surplus(
  problem: Problem,
  prices: readonly Price[],
  groups: readonly string[],
  work: Work,
): Generator<undefined, bigint | undefined> {
  const byBudget = limitsByBudget(prices);
  const costs = new Map<Option, bigint>();
  for (const request of problem.requests) {
    yield;
    for (const option of optionsOf(request)) {
      work.spend(OPTION_STEPS);
      const units = unitsOf(option, prices, byBudget, work);
      costs.set(option, sum(Array.from(units, ([index, amount]) => (prices[index] as Price).price * amount)));
    }
  }
  const alone = new Set(problem.requests);
  const paid: (bigint | undefined)[] = [];
  for (const constraint of groups) {
    const values = [...valuesOf(problem, constraint, work), undefined];
    const members = [...alone].filter((request) => optionsOf(request).some(({ values: optionValues }) => optionValues.has(constraint)));
    for (const request of members) alone.delete(request);
    const amounts: (bigint | undefined)[] = [];
    for (const value of values)
      amounts.push(yield* leastOf(members, costs, (option) => isWith(option.values.get(constraint), value), work));
    paid.push(smallest(amounts));
  }
  for (const request of alone) paid.push(yield* leastOf([request], costs, () => true, work));
  const worth = sum(prices.map(({ price, unit, supply }) => price * (supply / unit)));
  return paid.every((one) => one !== undefined) ? sum(paid) - worth : undefined;
}

/**
 * Returns whether an option can be selected with a common value. `value` is undefined if the selected options have no values
 * for the constraint.
 */
export function isWith(optionValues: ReadonlySet<string> | undefined, value: string | undefined): boolean {
  return optionValues === undefined || (value !== undefined && optionValues.has(value));
}

/** Returns the least that requests pay together; undefined if a request has too few options. */
function* leastOf(
  requests: readonly Request[],
  costs: ReadonlyMap<Option, bigint>,
  admits: (option: Option) => boolean,
  work: Work,
): Generator<undefined, bigint | undefined> {
  const leastFor = ({ need, options }: Alternative): bigint | undefined => {
    const amounts = options.filter(admits).map((option) => costs.get(option) ?? 0n);
    work.spend(OPTION_STEPS * (1 + options.length + amounts.length * Math.log2(1 + amounts.length)));
    return sumOfLeast(amounts, need);
  };
  const paid: (bigint | undefined)[] = [];
  for (const { alternatives } of requests) {
    yield;
    paid.push(smallest(alternatives.map(leastFor)));
  }
  return paid.every((one) => one !== undefined) ? sum(paid) : undefined;
}

function sumOfLeast(amounts: bigint[], count: number): bigint | undefined {
  amounts.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return amounts.length < count ? undefined : sum(amounts.slice(0, count));
}

function smallest(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.reduce((least, amount) => (least === undefined || (amount !== undefined && amount < least) ? amount : least), undefined);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Parses a positive integer. */
function positive(text: string): bigint {
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,59}$/.test(text)) throw new Refused('expected a positive integer');
  return BigInt(text);
}
