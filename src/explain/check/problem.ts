// The choices that there are, and what is left of them in a case of a proof: a case is a problem too, with fewer choices.

import type { Work } from './work.js';

/** The choices of devices for the claims on a node. Never changed: each supposition makes another one. */
export interface Problem {
  readonly requests: readonly Request[];
  /** By budget what is left: of a claim 32 devices, of counters and capacities billionths. Any other is there once: a device, a value of a distinct constraint. */
  readonly left: ReadonlyMap<string, bigint>;
  /** By constraint the values that may be the common one; without an entry any may. */
  readonly common: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A request gets the devices of one of its alternatives; one without a prioritized list has a single one. */
export interface Request {
  readonly key: string;
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly name: string;
  /** The devices that it needs. A request for all devices may need some that are no options. */
  readonly need: number;
  readonly options: readonly Option[];
}

/** A device that can be selected. */
export interface Option {
  readonly device: string;
  /** Amounts that each selection takes, and such as the device takes once, however many requests share it. */
  readonly own: readonly Amount[];
  readonly once: readonly Amount[];
  /** Amounts that a selection bears: its own, and a part of those taken once, as if all shared the device that may. */
  readonly takes: readonly Amount[];
  /** By constraint its values: all that are selected under a constraint have one in common. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An amount of a budget, never below 0. */
export interface Amount {
  readonly budget: string;
  readonly amount: bigint;
}

/** The steps of any case, and for an option, an amount, a value or a budget that is considered. */
const CASE_STEPS = 2_000;
const LOOK_STEPS = 6;

/** One text for the parts of a name. */
export function nameKey(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

/** Tells that there is no choice left: some request has too few options in all of its alternatives. */
export function isImpossible({ requests }: Problem): boolean {
  return requests.some(({ alternatives }) => alternatives.length === 0);
}

/** Supposes the common value of a constraint; undefined: no device that it concerns is selected. */
export function withValue(problem: Problem, constraint: string, value: string | undefined, work: Work): Problem {
  work.spend(LOOK_STEPS * problem.common.size);
  return narrowed({ ...problem, common: new Map(problem.common).set(constraint, new Set(value === undefined ? [] : [value])) }, work);
}

/** Supposes that a request with a single alternative gets a device, and none of some others. What the device takes once nobody else takes then. */
export function withDevice(
  problem: Problem,
  request: Request,
  option: Option,
  without: Pick<ReadonlySet<string>, 'has'>,
  work: Work,
): Problem {
  work.spend(LOOK_STEPS * (problem.left.size + problem.common.size));
  const left = new Map(problem.left);
  for (const { budget, amount } of [...option.own, ...option.once]) left.set(budget, leftOf({ left }, budget) - amount);
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
  const paid = withOptions(requests, (one) => (isPaid(one) ? { ...one, once: [], takes: one.own } : one), work);
  return narrowed({ left, common, requests: paid }, work);
}

/** Leaves out the options that what was supposed excludes, and the alternatives without enough of them. */
export function narrowed({ requests, left, common }: Problem, work: Work): Problem {
  work.spend(CASE_STEPS);
  const isPayable = ({ budget, amount }: Amount): boolean => amount <= leftOf({ left }, budget);
  const isOpen = ({ own, once, values }: Option): boolean => {
    let looks = 1 + own.length + once.length;
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
    return !isExcluded && own.every(isPayable) && once.every(isPayable);
  };
  const open = requests.map(({ key, alternatives }): Request => {
    work.spend(LOOK_STEPS * (1 + alternatives.length));
    const own = alternatives.map((one) => ({ ...one, options: one.options.filter(isOpen) }));
    return { key, alternatives: own.filter(({ options, need }) => options.length >= need) };
  });
  return { requests: withParts(open, work), left, common };
}

/** Shares what devices take once among the requests that may have them. */
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
    return parts.length === 0 ? option : { ...option, takes: [...option.own, ...parts.filter(({ amount }) => amount > 0n)] };
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

/** The values that may be the common one of the options that a constraint concerns. */
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
