// Converts problems in indices to the input of the checker, for problems that are generated without objects.

import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_INDEX_MASK, ENTRY_MISSING, ENTRY_SINGLE } from '../../src/allocator/kernel/layout.js';
import { NO_RESOURCES, type Problem, type ProblemConstraint, type Slot } from '../../src/allocator/kernel/problem.js';
import {
  type Alternative,
  type Amount,
  nameKey,
  type Option,
  type Problem as Reading,
  type Request,
} from '../../src/explain/check/problem.js';

/** Reads a problem. Ignores compatibility groups, and all amounts if one is negative: in doubt a device may be selected. */
export function readingOf(problem: Problem): Reading {
  return new ProblemReader(problem).read();
}

class ProblemReader {
  readonly #problem: Problem;
  readonly #left = new Map<string, bigint>();
  readonly #isCounted: boolean;
  /** The claims that ask for admin access. */
  readonly #admins: readonly number[];

  constructor(problem: Problem) {
    this.#problem = problem;
    const { budgets, draws } = problem.resources ?? NO_RESOURCES;
    const isAdmin = (claim: number): boolean =>
      problem.claims[claim]?.requests.some(({ slots }) => slots.some((one) => one.adminAccess)) === true;
    this.#admins = [...problem.claims.keys()].filter(isAdmin);
    this.#isCounted = ![...draws.values()].some(({ charges }) => charges.some(({ amount }) => amount < 0n));
    for (const [budget, left] of budgets.entries()) this.#left.set(budgetName(budget), left < 0n ? 0n : left);
  }

  read(): Reading {
    const requests = this.#problem.claims.flatMap(({ requests: asked, constraints: given }, claim) => {
      this.#left.set(nameKey(claim), 32n);
      const constraints = given.map((one) => ({ ...one, most: mostOf(one, asked) }));
      let ordinal = 0;
      return asked.map(({ slots }, place): Request => {
        const key = nameKey(claim, place, `r${place}`);
        const alternatives = slots.map((slot, at): Alternative => {
          const { all, count, stages, adminAccess } = slot;
          const isCandidate = (device: number): boolean =>
            stages[device] === 0 && (adminAccess || !this.#problem.occupied.includes(device));
          const name = `r${place}/${at}`;
          const own = ordinal++;
          const options = (all ?? [...Array(this.#problem.deviceCount).keys()]).filter(isCandidate).flatMap((device) => {
            return this.#optionOf(slot, device, claim, constraints, own, slots.length > 1 ? [[key, new Set([name])]] : []);
          });
          return { name, need: count === 0 ? Number.POSITIVE_INFINITY : count, options };
        });
        return { key, alternatives };
      });
    });
    return { requests, left: this.#left, common: new Map() };
  }

  #optionOf(
    { adminAccess, ignoresCounters = false, shares }: Slot,
    device: number,
    claim: number,
    constraints: readonly Constraint[],
    ordinal: number,
    list: readonly (readonly [string, ReadonlySet<string>])[],
  ): readonly Option[] {
    const { draws, shareable, shared } = this.#problem.resources ?? NO_RESOURCES;
    const isShareable = shareable.has(device);
    const isDrawn = !ignoresCounters && !shared.has(device) && this.#isCounted;
    const charges = (isDrawn && draws.get(device)?.charges) || [];
    const amountsOf = (amounts: typeof charges): Amount[] =>
      amounts.filter(({ amount }) => amount > 0n).map(({ budget, amount }) => ({ budget: budgetName(budget), amount }));
    const takes = amountsOf([...(isShareable ? [] : charges), ...(shares?.get(device) ?? [])]);
    takes.push({ budget: nameKey(claim), amount: 1n });
    if (!isShareable) {
      const excluded = adminAccess ? [claim] : this.#admins.filter((index) => index <= claim);
      const own = excluded.map((index) => nameKey(deviceName(device), index));
      takes.push(...(adminAccess ? own : [...own, deviceName(device)]).map((budget) => ({ budget, amount: 1n })));
    }
    const values = new Map(list);
    const isMet = constraints.every((constraint, at) =>
      addValues(constraint, nameKey(claim, at), constraint.rows[ordinal]?.[device], { device, takes, values, left: this.#left }),
    );
    return isMet ? [{ device: deviceName(device), amounts: takes, once: isShareable ? amountsOf(charges) : [], takes, values }] : [];
  }
}

interface Draft {
  readonly device: number;
  readonly takes: Amount[];
  readonly values: Map<string, ReadonlySet<string>>;
  readonly left: Map<string, bigint>;
}

/** A constraint. `most`: the largest number of selections under it. */
type Constraint = ProblemConstraint & { readonly most: number };

function mostOf({ rows }: ProblemConstraint, requests: readonly { readonly slots: readonly Slot[] }[]): number {
  let ordinal = 0;
  let most = 0;
  for (const { slots } of requests) {
    const counts = slots.map(({ all, count }) => (rows[ordinal++] === undefined ? 0 : (all?.length ?? count)));
    most += Math.max(0, ...counts);
  }
  return most;
}

/** Adds the values of a device to its draft. Returns false if the constraint rejects the device. */
function addValues({ kind, sets, most }: Constraint, key: string, entry: number | undefined, draft: Draft): boolean {
  if (entry === undefined) return true;
  if (entry === ENTRY_MISSING || entry === ENTRY_ERROR) return false;
  const { device, takes, values, left } = draft;
  const own = valuesOfEntry(entry, device, { kind, sets });
  if (kind === 'match') values.set(key, new Set(own));
  else takes.push(...own.map((value): Amount => ({ budget: nameKey(key, value), amount: 1n })));
  // No value is common to all devices: each value belongs to at most all but one.
  if (kind === 'emptyIntersection') for (const value of own) left.set(nameKey(key, value), BigInt(most - 1));
  return true;
}

function budgetName(budget: number): string {
  return nameKey('d', 'p', 's', `${budget}`);
}

function deviceName(device: number): string {
  return nameKey('d', 'p', `${device}`);
}

/** The values of an entry. A list, while lists are not supported as values, is the first of its constraint or has no value. */
function valuesOfEntry(entry: number, device: number, { kind, sets }: Pick<ProblemConstraint, 'kind' | 'sets'>): string[] {
  const index = entry & ENTRY_INDEX_MASK;
  const set = (entry & ENTRY_SINGLE) === 0 ? (sets[index] ?? []) : [index];
  if ((entry & ENTRY_FIRST_ONLY) !== 0 && kind === 'distinct') return ['first'];
  return set.length === 0 ? [`only ${device}`] : set.map((value) => `${value}`);
}
