// The possible choices, and the remaining choices in a case of a proof: a case is a problem with fewer choices.

import type { Work } from './work.js';

/** The choices of devices for the claims on a node. Immutable: each assumption makes a new problem. */
export interface Problem {
  readonly requests: readonly Request[];
  /**
   * The supply of each budget: 32 devices for a claim, and billionths for counters and capacities. Other budgets (a device, a value of a
   * distinct constraint) default to 1.
   */
  readonly left: ReadonlyMap<string, bigint>;
  /** For each constraint, the possible common values; without an entry, any value is possible. */
  readonly common: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A request is allocated the devices of one alternative. A request without a prioritized list has one alternative. */
export interface Request {
  readonly key: string;
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly name: string;
  /** The number of devices needed. A request for all devices may need more devices than there are options. */
  readonly need: number;
  readonly options: readonly Option[];
}

/** A device that can be selected. */
export interface Option {
  readonly device: string;
  /** The consumption of each selection, and the consumption that is counted once per device, however many requests share the device. */
  readonly amounts: readonly Amount[];
  readonly once: readonly Amount[];
  /** The consumption charged to a selection: `amounts`, and a part of `once`. All requests that can share the device bear equal parts of `once`. */
  readonly takes: readonly Amount[];
  /** The values by constraint: all devices selected under a constraint have one of these values in common. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An amount of a budget, at least 0. */
export interface Amount {
  readonly budget: string;
  readonly amount: bigint;
}

/** The steps for any case, and the steps for an option, an amount, a value or a budget. */
const CASE_STEPS = 2_000;
const LOOK_STEPS = 6;

/** Returns a unique text for the parts of a name. */
export function nameKey(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

/** Returns whether no choice remains: some request has too few options in all of its alternatives. */
export function isImpossible({ requests }: Problem): boolean {
  return requests.some(({ alternatives }) => alternatives.length === 0);
}

/** Assumes the common value of a constraint; undefined: no device under the constraint is selected. */
export function withValue(problem: Problem, constraint: string, value: string | undefined, work: Work): Problem {
  work.spend(LOOK_STEPS * problem.common.size);
  return narrowed({ ...problem, common: new Map(problem.common).set(constraint, new Set(value === undefined ? [] : [value])) }, work);
}

/**
 * Assumes that a request with one alternative is allocated a device, and none of the devices in `without`. No other request then bears the
 * `once` consumption.
 */
export function withDevice(
  problem: Problem,
  request: Request,
  option: Option,
  without: Pick<ReadonlySet<string>, 'has'>,
  work: Work,
): Problem {
  work.spend(LOOK_STEPS * (problem.left.size + problem.common.size));
  const left = new Map(problem.left);
  for (const { budget, amount } of [...option.amounts, ...option.once]) left.set(budget, leftOf({ left }, budget) - amount);
  const common = new Map(problem.common);
  for (const [constraint, values] of option.values) {
    work.spend(LOOK_STEPS * values.size);
    common.set(constraint, new Set([...values].filter((value) => problem.common.get(constraint)?.has(value) !== false)));
  }
  const alternatives = request.alternatives.map(({ name, need, options }): Alternative => {
    return { name, need: need - 1, options: options.filter(({ device }) => device !== option.device && !without.has(device)) };
  });
  const requests = problem.requests.map((one) => (one.key === request.key ? { ...one, alternatives } : one));
  const isPaid = ({ device, once }: Option): boolean => device === option.device && once.length > 0;
  const paid = withOptions(requests, (one) => (isPaid(one) ? { ...one, once: [], takes: one.amounts } : one), work);
  return narrowed({ left, common, requests: paid }, work);
}

/** Removes the options that the assumptions exclude, and the alternatives without enough options. */
export function narrowed({ requests, left, common }: Problem, work: Work): Problem {
  work.spend(CASE_STEPS);
  const isPayable = ({ budget, amount }: Amount): boolean => amount <= leftOf({ left }, budget);
  const isOpen = ({ amounts, once, values }: Option): boolean => {
    let looks = 1 + amounts.length + once.length;
    let isExcluded = false;
    for (const [constraint, compared] of values) {
      const open = common.get(constraint);
      let hasOpen = open === undefined && compared.size > 0;
      looks++;
      for (const value of open === undefined ? [] : compared) {
        looks++;
        hasOpen = open?.has(value) === true;
        if (hasOpen) break;
      }
      isExcluded ||= !hasOpen;
    }
    work.spend(LOOK_STEPS * looks);
    return !isExcluded && amounts.every(isPayable) && once.every(isPayable);
  };
  const open = requests.map(({ key, alternatives }): Request => {
    work.spend(LOOK_STEPS * (1 + alternatives.length));
    const openAlternatives = alternatives.map((one) => ({ ...one, options: one.options.filter(isOpen) }));
    return { key, alternatives: openAlternatives.filter(({ options, need }) => options.length >= need) };
  });
  return { requests: withParts(open, work), left, common };
}

/** Distributes the `once` consumption of devices over the requests that may select them. */
function withParts(requests: readonly Request[], work: Work): readonly Request[] {
  const sharers = new Map<string, bigint>();
  for (const request of requests) {
    const shared = new Set<string>();
    for (const { device, once } of optionsOf(request)) if (once.length > 0) shared.add(device);
    work.spend(LOOK_STEPS * shared.size);
    for (const device of shared) sharers.set(device, (sharers.get(device) ?? 0n) + 1n);
  }
  if (sharers.size === 0) return requests;
  const withPart = (option: Option): Option => {
    work.spend(10 * LOOK_STEPS * option.once.length);
    const parts = option.once.map(({ budget, amount }) => ({ budget, amount: amount / (sharers.get(option.device) ?? 1n) }));
    return parts.length === 0 ? option : { ...option, takes: [...option.amounts, ...parts.filter(({ amount }) => amount > 0n)] };
  };
  return withOptions(requests, withPart, work);
}

function withOptions(requests: readonly Request[], change: (option: Option) => Option, work: Work): readonly Request[] {
  const changed = (one: Alternative): Alternative => {
    work.spend(LOOK_STEPS * (1 + one.options.length));
    return { ...one, options: one.options.map(change) };
  };
  return requests.map(({ key, alternatives }) => ({ key, alternatives: alternatives.map(changed) }));
}

export function leftOf({ left }: Pick<Problem, 'left'>, budget: string): bigint {
  return left.get(budget) ?? 1n;
}

export function optionsOf({ alternatives }: Request): readonly Option[] {
  return alternatives.flatMap(({ options }) => options);
}

/** Returns the possible common values of the options under a constraint. */
export function valuesOf({ requests, common }: Problem, constraint: string, work: Work): ReadonlySet<string> {
  const found = new Set<string>();
  const open = common.get(constraint);
  for (const request of requests) {
    for (const { values } of optionsOf(request)) {
      const compared = values.get(constraint);
      work.spend(LOOK_STEPS * (1 + (compared?.size ?? 0)));
      for (const value of compared ?? []) if (open?.has(value) !== false) found.add(value);
    }
  }
  return found;
}
