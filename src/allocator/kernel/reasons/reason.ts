// Defines reasons: why a problem has no solution, with all data to verify it by counting. src/allocator/kernel/reasons/reasons.ts finds them.

import type { SumTerm } from '../problem.js';

/** The reason why there is no solution, in indices of the problem: requests, slots and constraints are numbered over all claims. */
export type Reason = (
  | TooFewDevices
  | AboveLimit
  | CompetingRequests
  | NoCommonValue
  | TooFewDistinct
  | TooFewGroups
  | ValuesTooSmall
  | SumExceeded
  | SumExceededTogether
) & {
  /** Alternatives of its requests that do not count, because they always exceed the limit of their claim. */
  readonly above?: readonly number[];
};

/** Every alternative of a request needs more devices than could serve it. */
export interface TooFewDevices {
  readonly kind: 'too-few-devices';
  readonly request: number;
  readonly slots: readonly { readonly slot: number; readonly needed: number; readonly devices: readonly number[] }[];
}

/** Requests of one claim need more devices than it may hold, each with its smallest alternative that can be served. */
export interface AboveLimit {
  readonly kind: 'above-limit';
  readonly requests: readonly number[];
  readonly needed: number;
  readonly limit: number;
}

/** Requests need more selections than the devices that could serve them allow. */
export interface CompetingRequests {
  readonly kind: 'competing-requests';
  readonly requests: readonly number[];
  readonly needed: number;
  readonly devices: readonly number[];
  /** The number of selections that the devices allow: one for each device that is not shareable. */
  readonly places: number;
}

/** Requests that need a common value, and what each value lacks. */
export interface NoCommonValue {
  readonly kind: 'no-common-value';
  readonly constraint: number;
  /** They need at least two devices. */
  readonly requests: readonly number[];
  readonly cover: readonly ValueLack[];
}

/** A value lacks devices: one or more requests need more selections than the devices with this value allow. */
export interface ValueLack {
  readonly value: number;
  readonly requests: readonly number[];
  readonly needed: number;
  readonly places: number;
}

/** The devices of some requests form cliques, in which any two devices share a value. There are fewer cliques than selections. */
export interface TooFewDistinct {
  readonly kind: 'too-few-distinct';
  readonly constraint: number;
  readonly requests: readonly number[];
  readonly needed: number;
  readonly cliques: readonly (readonly number[])[];
}

/** Equal match constraints, such as pairs of a GPU and a NIC. All values together serve too few of them. */
export interface TooFewGroups {
  readonly kind: 'too-few-groups';
  readonly constraints: readonly number[];
  /** The requests of one kind in all constraints, and the units of them that each constraint needs. */
  readonly sides: readonly { readonly requests: readonly number[]; readonly units: number }[];
  /** The values that serve some of the constraints, with the number served, limited by the scarcest side. */
  readonly values: readonly { readonly value: number; readonly serves: number }[];
  readonly served: number;
}

/** Match constraints that cannot all be served: each needs one value for all its units, and the values have too few devices. */
export interface ValuesTooSmall {
  readonly kind: 'values-too-small';
  readonly constraints: readonly number[];
  /** The requests whose units count. */
  readonly requests: readonly number[];
  readonly needed: number;
  /** The values that serve some constraints, with the units of whole constraints that fit. */
  readonly values: readonly { readonly value: number; readonly serves: number }[];
  readonly served: number;
}

/** A weighted sum of budgets has less left than the requests consume at least, each by itself. */
export interface SumExceeded {
  readonly kind: 'sum-exceeded';
  readonly terms: readonly SumTerm[];
  readonly left: bigint;
  readonly needed: bigint;
  readonly requests: readonly { readonly request: number; readonly least: bigint }[];
}

/** A weighted sum of budgets has less left than the requests consume at least when they compete for the cheapest devices. */
export interface SumExceededTogether {
  readonly kind: 'sum-exceeded-together';
  readonly terms: readonly SumTerm[];
  readonly left: bigint;
  readonly needed: bigint;
  readonly requests: readonly number[];
  /** The number of units of all requests. */
  readonly units: number;
  /** In ascending order. At most `units` units can have devices that consume less than `amount`; `requests` compete for these devices. */
  readonly levels: readonly { readonly amount: bigint; readonly units: number; readonly requests: readonly number[] }[];
}

/** Returns the requests of a reason, in ascending order. */
export function requestsIn(reason: Reason): readonly number[] {
  if (reason.kind === 'too-few-devices') return [reason.request];
  const all = reason.kind === 'too-few-groups' ? reason.sides.flatMap(({ requests }) => requests) : reason.requests;
  return [...new Set(all.map((one) => (typeof one === 'number' ? one : one.request)))].sort((left, right) => left - right);
}
