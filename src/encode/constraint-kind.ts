// The kinds of constraints of a claim, and the attribute that each is about. Source: docs/spec/reference-1.37.md 1.22.

import type { DeviceConstraint } from '../api/resource-claim.js';
import type { ConstraintKind } from '../kernel/problem.js';

/** The field of each kind. Where several are set the first one counts. */
export const CONSTRAINT_FIELDS: Readonly<Record<ConstraintKind, 'matchAttribute' | 'distinctAttribute'>> = {
  match: 'matchAttribute',
  distinct: 'distinctAttribute',
};

const KINDS = Object.keys(CONSTRAINT_FIELDS) as readonly ConstraintKind[];

/** Tells whether a constraint demands nothing: the checks before the search refuse it. */
export function isEmpty(constraint: DeviceConstraint): boolean {
  return KINDS.every((kind) => constraint[CONSTRAINT_FIELDS[kind]] === undefined);
}

/** The kind of a constraint. Requires: it is not empty. */
export function kindOf(constraint: DeviceConstraint): ConstraintKind {
  return KINDS.find((kind) => constraint[CONSTRAINT_FIELDS[kind]] !== undefined) as ConstraintKind;
}

/** The attribute that a constraint looks at. Requires: it is not empty. */
export function attributeOf(constraint: DeviceConstraint): string {
  return constraint[CONSTRAINT_FIELDS[kindOf(constraint)]] as string;
}
