// Findings in variants of the example of a kind, for tables of tests.

import { variantOf } from '../../src/validate/examples.js';
import { type Finding, type ValidateOptions, validate } from '../../src/validate/index.js';
import type { Assignments } from '../../src/validate/rule.js';

/** Further objects next to the changed one, the API version, and the API server. */
export interface Variant extends ValidateOptions {
  readonly apiVersion?: string;
  readonly beside?: readonly object[];
}

/** The errors in the example of a kind with some fields changed. */
export function errorsIn(kind: string, changes: Assignments, { apiVersion, beside = [], ...options }: Variant = {}): Finding[] {
  const objects = [variantOf(kind, changes, apiVersion) as object, ...beside];
  return validate(objects, options).filter(({ severity }) => severity === 'error');
}

/** The broken rules with their paths, each once and sorted: `request-name spec.devices.requests[0].name`. */
export function brokenIn(kind: string, changes: Assignments, variant: Variant = {}): string[] {
  return [...new Set(errorsIn(kind, changes, variant).map(({ rule, path }) => `${rule} ${path}`))].sort();
}

/** A case of a table: the changes to an object, and the rules that it breaks with their paths. */
export type Case = readonly [what: string, changes: Assignments, broken: readonly string[], variant?: Variant];

/** Completes cases, for a table of tests. */
export function complete(
  cases: readonly Case[],
): (readonly [what: string, changes: Assignments, broken: readonly string[], variant: Variant])[] {
  return cases.map(([what, changes, broken, variant = {}]) => [what, changes, broken, variant]);
}
