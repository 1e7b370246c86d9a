// Holds a problem before the first selection: the devices that could serve each request, and the amounts left. Like the solver's bounds
// (assembly/forward-checking.ts), it stops before a request that could end with an error, or above the claim's limit. So a problem with a reason fails.

import type { Incremental } from '../../../core/base/incremental.js';
import { smallestOf } from '../../../core/base/lists.js';
import { isMonotone } from '../bounds/monotone.js';
import { ENTRY_ERROR, ENTRY_INDEX_MASK, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR, STAGE_MATCH } from '../layout.js';
import {
  type Charge,
  NO_RESOURCES,
  type Problem,
  type ProblemClaim,
  type ProblemConstraint,
  type ProblemResources,
  type Slot,
  type ValueEntries,
} from '../problem.js';
import type { ReasonWork } from './reason-work.js';

export interface Alternative {
  /** The slot, numbered over all claims. */
  readonly slot: number;
  readonly source: Slot;
  /** For each constraint of the claim, the entries of devices for this slot. */
  readonly rows: readonly (ValueEntries | undefined)[];
  /** The devices that could serve it. */
  readonly devices: ReadonlySet<number>;
}

/** A request with its possible devices. */
export interface RequestDomain {
  /** The request, numbered over all claims. */
  readonly request: number;
  readonly claim: number;
  readonly alternatives: readonly Alternative[];
  /** The alternatives that have enough devices and let the claim stay within its device limit. */
  readonly possible: readonly Alternative[];
  /** The fewest devices of a possible alternative. */
  readonly need: number;
  /** The devices of all possible alternatives. */
  readonly devices: ReadonlySet<number>;
  /** True if a possible alternative has admin access. */
  readonly isAdmin: boolean;
  /** The alternatives that have enough devices but always exceed the device limit of the claim. */
  readonly above: readonly Alternative[];
}

/** The state of a problem in which finders search for reasons. */
export interface RootView {
  readonly problem: Problem;
  readonly resources: ProblemResources;
  /** True if no selection increases a budget, so that amounts only decrease. */
  readonly isMonotone: boolean;
  /** The requests to consider. A request without a possible alternative is the last one. */
  readonly domains: readonly RequestDomain[];
  /** Counts the work of iterating over devices, values or requests. */
  readonly work: ReasonWork;
}

/** Computes the view of a problem. It and all functions that read its result throw TooMuchWork. */
export function* viewRoot(problem: Problem, work: ReasonWork): Incremental<RootView> {
  const root = { problem, resources: problem.resources ?? NO_RESOURCES, isMonotone: isMonotone(problem), work };
  return { ...root, domains: withinLimits(yield* domainsOf(problem, root), problem.claimLimit) };
}

function* domainsOf(problem: Problem, root: Omit<RootView, 'domains'>): Incremental<readonly RequestDomain[]> {
  const occupied = new Set(problem.occupied);
  const domains: RequestDomain[] = [];
  let [request, slot, room] = [0, 0, problem.claimLimit];
  for (const [claimIndex, claim] of problem.claims.entries()) {
    // Reasons do not support claims with whole alternatives.
    if (claim.alternatives !== undefined) return domains;
    let ordinal = 0;
    for (const { slots } of claim.requests) {
      root.work.take(slots.length * (problem.deviceCount + 1) * (claim.constraints.length + 1));
      if (slots.some((one, index) => mayErr(one, rowsAt(claim, ordinal + index), occupied))) return domains;
      // Above the limit of the first claim the search ends as exceeded; above the limit of a later claim it fails.
      if (claimIndex === 0) room -= smallestOf(slots.map(({ count }) => count));
      if (room < 0) return domains;
      const alternatives = slots.map((source, index): Alternative => {
        const rows = rowsAt(claim, ordinal + index);
        return { slot: slot + index, source, rows, devices: new Set(serving(source, rows, occupied, root)) };
      });
      domains.push(domainFor({ request, claim: claimIndex }, alternatives));
      if (root.work.isDue) yield;
      if (domains.at(-1)?.possible.length === 0) return domains;
      ordinal += slots.length;
      slot += slots.length;
      request++;
    }
  }
  return domains;
}

/** Returns the least number of devices that the requests of each claim need together. */
export function leastByClaim(domains: readonly RequestDomain[]): ReadonlyMap<number, number> {
  const least = new Map<number, number>();
  for (const { claim, need } of domains) least.set(claim, (least.get(claim) ?? 0) + need);
  return least;
}

/** Removes the alternatives of each request that exceed the limit of its claim. A claim that always exceeds it is unchanged. */
function withinLimits(domains: readonly RequestDomain[], limit: number): readonly RequestDomain[] {
  const least = leastByClaim(domains);
  return domains.map((domain) => {
    const left = limit - (least.get(domain.claim) as number);
    const above = domain.possible.filter(({ source }) => source.count > domain.need + left);
    if (left < 0 || above.length === 0) return domain;
    const within = domainFor(
      domain,
      domain.alternatives,
      domain.possible.filter((alternative) => !above.includes(alternative)),
    );
    return { ...within, above };
  });
}

function domainFor(
  { request, claim }: Pick<RequestDomain, 'request' | 'claim'>,
  alternatives: readonly Alternative[],
  possible = alternatives.filter(({ source, devices }) => source.count > 0 && devices.size >= source.count),
): RequestDomain {
  return {
    request,
    claim,
    alternatives,
    possible,
    need: smallestOf(possible.map(({ source }) => source.count)),
    devices: new Set(possible.flatMap(({ devices }) => [...devices])),
    isAdmin: possible.some(({ source }) => source.adminAccess),
    above: [],
  };
}

function rowsAt({ constraints }: ProblemClaim, ordinal: number): Alternative['rows'] {
  return constraints.map(({ rows }) => rows[ordinal]);
}

/** Returns whether the search could end with an error in a slot. */
function mayErr({ stages, adminAccess, all }: Slot, rows: Alternative['rows'], occupied: ReadonlySet<number>): boolean {
  const isFree = (device: number): boolean => adminAccess || !occupied.has(device);
  const errs = (device: number): boolean => {
    const stage = stages[device] as number;
    return stage >= STAGE_ERROR || (stage === STAGE_MATCH && rows.some((row) => row?.[device] === ENTRY_ERROR));
  };
  if (all === undefined) return stages.some((_, device) => errs(device) && isFree(device));
  // Devices are selected in order up to the first one in use. A rejection by a constraint is an error.
  const mayReject = rows.some((row) => row !== undefined);
  const inUse = all.findIndex((device) => !isFree(device));
  return all.slice(0, inUse < 0 ? all.length : inUse).some((device) => mayReject || errs(device));
}

/** Returns the devices that could serve a slot. */
function serving(slot: Slot, rows: Alternative['rows'], occupied: ReadonlySet<number>, root: Omit<RootView, 'domains'>): number[] {
  const { stages, all, adminAccess } = slot;
  return [...(all ?? stages.keys())].filter((device) => {
    if (stages[device] !== STAGE_MATCH || (!adminAccess && occupied.has(device))) return false;
    return rows.every((row) => row?.[device] !== ENTRY_MISSING) && hasEnough(slot, device, root);
  });
}

/** Returns whether the budgets suffice for one selection of a device. */
function hasEnough({ shares, ignoresCounters }: Slot, device: number, { resources, isMonotone }: Omit<RootView, 'domains'>): boolean {
  if (!isMonotone) return true;
  const covers = ({ budget, amount }: Charge): boolean => (resources.budgets[budget] as bigint) >= amount;
  if (!(shares?.get(device) ?? []).every(covers)) return false;
  const draw = resources.draws.get(device);
  if (draw === undefined || ignoresCounters === true || resources.shared.has(device)) return true;
  const isSound = (resources.ledgers[draw.ledger] ?? []).every((budget) => (resources.budgets[budget] as bigint) >= 0n);
  return isSound && draw.charges.every(covers);
}

/** Returns the numbers of the values of a device. */
export function valuesAt({ sets }: ProblemConstraint, row: ValueEntries, device: number): readonly number[] {
  const entry = row[device] as number;
  if (entry === ENTRY_MISSING || entry === ENTRY_ERROR) return [];
  const index = entry & ENTRY_INDEX_MASK;
  return (entry & ENTRY_SINGLE) === 0 ? (sets[index] ?? []) : [index];
}

/** A constraint with the requests of its claim to consider. */
export interface ScopedConstraint {
  /** Numbered over all claims. */
  readonly constraint: number;
  /** The index within its claim. */
  readonly ordinal: number;
  readonly source: ProblemConstraint;
  readonly domains: readonly RequestDomain[];
}

/** Units of a request that compete for devices. */
export interface Demand {
  readonly request: number;
  readonly need: number;
  /** The devices that could serve them. */
  readonly vertices: ReadonlySet<number>;
  readonly alternatives: readonly Alternative[];
}

/** Returns a request with only the devices that have a value. */
export function restricted(
  { request, need, possible, isAdmin }: RequestDomain,
  having: (alternative: Alternative) => ReadonlySet<number>,
  { work }: RootView,
): Demand & Pick<RequestDomain, 'isAdmin'> {
  const alternatives = possible.map((alternative) => {
    const devices = having(alternative);
    work.take(1 + devices.size);
    return { ...alternative, devices };
  });
  return { request, need, isAdmin, alternatives, vertices: new Set(alternatives.flatMap(({ devices }) => [...devices])) };
}

/** Returns how many units of some requests a device can serve, at most one of each. */
export function placesOf({ resources, isMonotone, work }: RootView, demands: readonly Demand[], device: number): number {
  work.take(demands.length);
  const demanding = demands.filter(({ vertices }) => vertices.has(device));
  if (!resources.shareable.has(device)) return Math.min(1, demanding.length);
  if (!isMonotone) return demanding.length;
  const alternatives = demanding.flatMap((demand) => demand.alternatives.filter(({ devices }) => devices.has(device)));
  const shares = alternatives.map(({ source }) => source.shares?.get(device) ?? []);
  const limits = (shares[0] ?? []).map(({ budget }) => {
    const least = shares.map((charges) => amountOf(charges, budget)).reduce((less, amount) => (amount < less ? amount : less));
    const left = resources.budgets[budget] as bigint;
    return least === 0n ? demanding.length : Number((left < 0n ? 0n : left) / least);
  });
  return smallestOf(limits, demanding.length);
}

function amountOf(charges: readonly Charge[], budget: number): bigint {
  return charges.reduce((sum, charge) => (charge.budget === budget ? sum + charge.amount : sum), 0n);
}

/** Returns the devices of an alternative by the values of a constraint. */
export function devicesByValue(
  { rows, devices }: Alternative,
  { ordinal, source }: Pick<ScopedConstraint, 'ordinal' | 'source'>,
  { work }: RootView,
): Map<number, Set<number>> {
  const table = new Map<number, Set<number>>();
  const row = rows[ordinal];
  if (row === undefined) return table;
  for (const device of devices) {
    const values = valuesAt(source, row, device);
    work.take(1 + values.length);
    for (const value of values) table.set(value, (table.get(value) ?? new Set()).add(device));
  }
  return table;
}
