// Counts the features of generated cases and their outcomes. A feature or outcome that never occurred in a run was not tested.

import type { Case } from '../support/cases.js';
import type { ReferenceAnswer } from './answers.js';
import { FEATURES } from './coverage/features.js';
import { type Messages, OUTCOMES } from './coverage/outcomes.js';
import { RESOURCE_FEATURES } from './coverage/resource-features.js';
import { RESOURCE_OUTCOMES } from './coverage/resource-outcomes.js';

/** With fewer cases, a missing feature or outcome is reported but does not fail the run. */
export const CASES_FOR_COVERAGE = 10_000;

/** Features of cases, by name. */
export const ALL_FEATURES = { ...FEATURES, ...RESOURCE_FEATURES };

/** Outcomes, by name. */
export const ALL_OUTCOMES = { ...OUTCOMES, ...RESOURCE_OUTCOMES };

/** Counts by name. */
export type Counts = Map<string, number>;

/** Adds to a count. */
export function count(counts: Counts, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Counts the features of a case. */
export function countFeatures(counts: Counts, input: Case): void {
  for (const [name, holds] of Object.entries(ALL_FEATURES)) if (holds(input)) count(counts, name);
}

/** Counts the outcomes of an answer of the reference. */
export function countOutcomes(counts: Counts, answer: ReferenceAnswer, input: Case, messages: Messages = {}): void {
  for (const [name, happened] of Object.entries(ALL_OUTCOMES)) if (happened(answer, input, messages)) count(counts, name);
}

/** Listed features and outcomes that never occurred. */
export function neverHit(features: Counts, outcomes: Counts): string[] {
  return [
    ...Object.keys(ALL_FEATURES).filter((name) => !features.has(name)),
    ...Object.keys(ALL_OUTCOMES).filter((name) => !outcomes.has(name)),
  ];
}
