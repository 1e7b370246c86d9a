// A reason says why a problem has no solution, with all that it takes to verify it by counting (src/allocator/kernel/reasons/reasons.ts finds them).

import type { SumTerm } from '../problem.js';

/** Why there is no solution, in indices of the problem: requests, slots and constraints are numbered over all claims. */
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
  /** Alternatives of its requests that do not count, as they would bring their claim above its limit, whatever else it takes. */
  readonly above?: readonly number[];
};

/** Every alternative of a request needs more devices than could serve it. */
export interface TooFewDevices {
  readonly kind: 'too-few-devices';
  readonly request: number;
  readonly slots: readonly { readonly slot: number; readonly needed: number; readonly devices: readonly number[] }[];
}

/** Requests of one claim need more devices than it may hold, each with the alternative that needs least of those that could be served. */
export interface AboveLimit {
  readonly kind: 'above-limit';
  readonly requests: readonly number[];
  readonly needed: number;
  readonly limit: number;
}

/** Some requests need more selections of the only devices that could serve them than these allow. */
export interface CompetingRequests {
  readonly kind: 'competing-requests';
  readonly requests: readonly number[];
  readonly needed: number;
  readonly devices: readonly number[];
  /** Selects that the devices allow: one of each that is not shared. */
  readonly places: number;
}

/** Requests that must have a value in common, and for each value what it lacks. */
export interface NoCommonValue {
  readonly kind: 'no-common-value';
  readonly constraint: number;
  /** They need at least two devices. */
  readonly requests: readonly number[];
  readonly cover: readonly ValueLack[];
}

/** A value lacks devices: some of the requests, or one, need more selections of devices that have it than there are. */
export interface ValueLack {
  readonly value: number;
  readonly requests: readonly number[];
  readonly needed: number;
  readonly places: number;
}

/** All devices of some requests fall into cliques in which any two have a value in common, and there are fewer cliques than picks. */
export interface TooFewDistinct {
  readonly kind: 'too-few-distinct';
  readonly constraint: number;
  readonly requests: readonly number[];
  readonly needed: number;
  readonly cliques: readonly (readonly number[])[];
}

/** Match constraints that need the same, such as pairs of a GPU and a NIC, and of which the values together serve fewer than there are. */
export interface TooFewGroups {
  readonly kind: 'too-few-groups';
  readonly constraints: readonly number[];
  /** The requests of one kind, of all constraints, and the units that each constraint needs of them. */
  readonly sides: readonly { readonly requests: readonly number[]; readonly units: number }[];
  /** Values that serve some of the constraints: how many, with the devices of the scarcest side. */
  readonly values: readonly { readonly value: number; readonly serves: number }[];
  readonly served: number;
}

/** Match constraints each of which must take all its units from one value, while the values have too little for all of them whole. */
export interface ValuesTooSmall {
  readonly kind: 'values-too-small';
  readonly constraints: readonly number[];
  /** The requests whose units count. */
  readonly requests: readonly number[];
  readonly needed: number;
  /** Values that serve some: the units of whole constraints that fit. */
  readonly values: readonly { readonly value: number; readonly serves: number }[];
  readonly served: number;
}

/** Some budgets, each times its weight, have less left than the requests take at least, one by one. */
export interface SumExceeded {
  readonly kind: 'sum-exceeded';
  readonly terms: readonly SumTerm[];
  readonly left: bigint;
  readonly needed: bigint;
  readonly requests: readonly { readonly request: number; readonly least: bigint }[];
}

/** Some budgets have less left than the requests take at least where they compete for the devices that take least. */
export interface SumExceededTogether {
  readonly kind: 'sum-exceeded-together';
  readonly terms: readonly SumTerm[];
  readonly left: bigint;
  readonly needed: bigint;
  readonly requests: readonly number[];
  /** The units of all requests. */
  readonly units: number;
  /** Ascending. So many units at most can have devices that take less than `amount`: those of `requests` compete for them. */
  readonly levels: readonly { readonly amount: bigint; readonly units: number; readonly requests: readonly number[] }[];
}

/** The requests that a reason is about, in order. */
export function requestsIn(reason: Reason): readonly number[] {
  if (reason.kind === 'too-few-devices') return [reason.request];
  const all = reason.kind === 'too-few-groups' ? reason.sides.flatMap(({ requests }) => requests) : reason.requests;
  return [...new Set(all.map((one) => (typeof one === 'number' ? one : one.request)))].sort((left, right) => left - right);
}
