// The meaning of a constraint of a claim: its attribute, and how it compares values, with defaults filled in. Source:
// docs/spec/reference-1.37.md 1.22; with XAttributeSemantics docs/reference/attribute-semantics.md.

import type { AttributeSemantics } from './attribute-semantics.js';
import type { DeviceConstraint } from './device-request.js';

const FIELDS = ['matchAttribute', 'distinctAttribute'] as const;

/** If both fields are set, matchAttribute applies. If both are set, matchAttribute counts. */
export type ConstraintField = (typeof FIELDS)[number];

/** The modes of Kubernetes, where a scalar counts as a list with one value. */
const SHIPPED: Readonly<Record<ConstraintField, AttributeSemantics>> = {
  matchAttribute: { mode: 'NonEmptyIntersection', coerceScalarToList: true, listMode: 'List', minSize: 1 },
  distinctAttribute: { mode: 'PairwiseDisjoint', coerceScalarToList: true, listMode: 'List', minSize: 1 },
};

/** Returns whether a constraint names no attribute. Checks before the search reject it. */
export function isEmpty(constraint: DeviceConstraint): boolean {
  return FIELDS.every((field) => constraint[field] === undefined);
}

/** Returns the field that names the attribute of a constraint. Requires: the constraint is not empty. */
export function fieldOf(constraint: DeviceConstraint): ConstraintField {
  return constraint.matchAttribute === undefined ? 'distinctAttribute' : 'matchAttribute';
}

/** Returns the attribute of a constraint. Requires: the constraint is not empty. */
export function attributeOf(constraint: DeviceConstraint): string {
  return constraint[fieldOf(constraint)] as string;
}

/** Returns how a constraint compares values, explicitly or by default. Requires: the constraint is not empty. */
export function semanticsOf(constraint: DeviceConstraint): AttributeSemantics {
  return explicitSemantics(constraint) ?? SHIPPED[fieldOf(constraint)];
}

function explicitSemantics({ matchSemantics, distinctSemantics, semantics }: DeviceConstraint): AttributeSemantics | undefined {
  return matchSemantics ?? distinctSemantics ?? semantics;
}

/** Returns whether a constraint has the semantics of Kubernetes. */
export function isShipped(constraint: DeviceConstraint): boolean {
  return explicitSemantics(constraint) === undefined;
}
