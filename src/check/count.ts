// The rule `count`: each pick pays for what it takes, and all of them together pay more than all that there is is worth.

import type { Limit } from '../certificate/certificate.js';
import { leftOf, nameKey, type Option, optionsOf, type Problem, type Request, valuesOf } from './problem.js';

/** A certificate is not one, in words. */
export class Refused extends Error {}

/** A limit whose numbers were read. */
export interface Price {
  readonly price: bigint;
  readonly unit: bigint;
  /** By budget. */
  readonly weights: ReadonlyMap<string, bigint>;
  /** The weighted sum of what there is. */
  readonly supply: bigint;
}

export function priceOf(problem: Problem, { price, unit, things }: Limit): Price {
  const weights = new Map(things.map(({ weight, of }) => [nameKey(...of), positive(weight)]));
  const supply = sum(Array.from(weights, ([budget, weight]) => weight * leftOf(problem, budget)));
  return { price: positive(price), unit: positive(unit), weights, supply };
}

/** The whole units that an option takes of a limit. */
export function unitsOf({ takes }: Option, { weights, unit }: Price): bigint {
  return sum(takes.map(({ budget, amount }) => (weights.get(budget) ?? 0n) * amount)) / unit;
}

/** By how much all requests pay more, at least, than all is worth; undefined: some request has too few options. `spend` is told how many options are looked at. */
export function surplus(problem: Problem, prices: readonly Price[], groups: readonly string[], spend: (looks: number) => void) {
  const options = problem.requests.flatMap(optionsOf);
  spend(options.length * (1 + prices.length));
  const costs = new Map(options.map((option) => [option, sum(prices.map((one) => one.price * unitsOf(option, one)))]));
  const alone = new Set(problem.requests);
  const paid = groups.map((constraint) => {
    const members = [...alone].filter((request) => optionsOf(request).some(({ values }) => values.has(constraint)));
    for (const request of members) alone.delete(request);
    const values = [...valuesOf(problem, constraint), undefined];
    spend(options.length * values.length);
    return smallest(values.map((value) => leastOf(members, costs, (option) => isWith(option.values.get(constraint), value))));
  });
  for (const request of alone) paid.push(leastOf([request], costs, () => true));
  const worth = sum(prices.map(({ price, unit, supply }) => price * (supply / unit)));
  return paid.every((one) => one !== undefined) ? sum(paid) - worth : undefined;
}

/** Tells whether an option with some values, or none, can be picked where this is the common one; undefined: nothing with values is picked. */
export function isWith(own: ReadonlySet<string> | undefined, value: string | undefined): boolean {
  return own === undefined || (value !== undefined && own.has(value));
}

/** The least that requests pay together; undefined: one of them has too few options. */
function leastOf(requests: readonly Request[], costs: ReadonlyMap<Option, bigint>, admits: (option: Option) => boolean) {
  const paid = requests.map(({ alternatives }) =>
    smallest(
      alternatives.map(({ need, options }) =>
        sumOfLeast(
          options.filter(admits).map((option) => costs.get(option) ?? 0n),
          need,
        ),
      ),
    ),
  );
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

/** A positive whole number, which is written as a text. */
function positive(text: string): bigint {
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,59}$/.test(text)) throw new Refused('a number is no positive whole number');
  return BigInt(text);
}
