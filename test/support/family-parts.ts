// Parts of families of problems: requests, stage tables, constraints and the known answer.

import { ENTRY_SINGLE } from '../../src/allocator/kernel/layout.js';
import type { ConstraintKind, Problem, ProblemConstraint, ProblemRequest, ProblemResources } from '../../src/allocator/kernel/problem.js';

/** A problem with its required answer. */
export interface Family {
  readonly name: string;
  readonly problem: Problem;
  readonly answer: 'found' | 'failed';
}

const LIMIT = 32;
/** Constraints over one attribute share their table of sets, as encoded constraints do. */
const NO_SETS: ProblemConstraint['sets'] = [];
export const range = (count: number): number[] => [...Array(count).keys()];
const tables = new Map<string, Uint8Array>();
/** Requests with equal stages share one table, as encoded requests do. */
export function stages(count: number, matches: (device: number) => boolean): Uint8Array {
  const own = range(count).map((device) => (matches(device) ? 0 : 4));
  const known = tables.get(own.join()) ?? Uint8Array.from(own);
  tables.set(own.join(), known);
  return known;
}
export const exactly = (table: Uint8Array, count = 1): ProblemRequest => ({
  prioritized: false,
  slots: [{ stages: table, count, adminAccess: false }],
});
export const row = (count: number, valueAt: (device: number) => number): Uint32Array =>
  Uint32Array.from(range(count), (device) => valueAt(device) | ENTRY_SINGLE);

export function problem(
  deviceCount: number,
  requests: readonly ProblemRequest[],
  constraints: readonly ProblemConstraint[] = [],
  resources?: ProblemResources,
): Problem {
  return {
    deviceCount,
    occupied: [],
    claimLimit: LIMIT,
    claims: [{ requests, constraints }],
    ...(resources === undefined ? {} : { resources }),
  };
}

export function slotCount(requests: readonly ProblemRequest[]): number {
  return requests.reduce((sum, { slots }) => sum + slots.length, 0);
}

/** A constraint on one scalar attribute over some requests, by their ordinals. Every request has one slot. */
export function over(
  requests: readonly ProblemRequest[],
  chosen: readonly number[],
  kind: ConstraintKind,
  valueCount: number,
  entries: Uint32Array,
): ProblemConstraint {
  return {
    kind,
    valueCount,
    sets: NO_SETS,
    rows: range(slotCount(requests)).map((index) => (chosen.includes(index) ? entries : undefined)),
  };
}

export const times = (count: number, value: number): number[] => range(count).map(() => value);

export const failed = (name: string, one: Problem): Family => ({ name, problem: one, answer: 'failed' });
export const found = (name: string, one: Problem): Family => ({ name, problem: one, answer: 'found' });
