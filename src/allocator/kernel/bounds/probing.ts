// Decides whether the solver may probe a problem, and lays out the space for probing.

import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { hasFirstOnly, type Problem } from '../problem.js';
import type { BoundsPart, Take } from './bounds-part.js';
import { isMonotone } from './monotone.js';

/** The most cases nested within each other. */
const MOST_DEPTH = 96;
/** A constraint with more words of values is not split by value. */
const MOST_VALUE_WORDS = 16;

/**
 * Returns whether selections without admin access succeed in any order if they do in one. This does not hold if a selection increases a budget, or a list must
 * be the first of a constraint.
 */
export function canProbe(problem: Problem): boolean {
  if (!isMonotone(problem)) return false;
  return problem.claims.every(({ constraints }) =>
    constraints.every(({ rows }) => [...new Set(rows)].every((row) => row === undefined || !hasFirstOnly(row))),
  );
}

/** Returns the fields of probing. There is one more set of cases than the nesting depth. */
export function probingFields({ slots, deviceWords, constraints }: ProblemPlan, take: Take): BoundsPart['fields'] {
  const selections = slots.reduce((sum, { slot }) => sum + slot.count, 0);
  const count = 2 + Math.min(MOST_DEPTH, selections + slots.length + constraints.length);
  const values = constraints.reduce((most, { words }) => (words > MOST_VALUE_WORDS ? most : Math.max(most, words)), 1);
  const words = Math.max(deviceWords, values);
  return [
    [L.BOUNDS_CASE_COUNT, count],
    [L.BOUNDS_CASE_WORDS, words],
    [L.BOUNDS_CASES, take(count * words * 8)],
    [L.BOUNDS_PROBE, take(L.PROBE_SIZE)],
    [L.BOUNDS_CHOICES, take(count * L.CHOICE_SIZE)],
    [L.BOUNDS_SYMMETRIC_CONSTRAINTS, take(constraints.length * L.SYMMETRIC_SIZE)],
  ];
}
