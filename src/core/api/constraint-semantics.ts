// The meaning of a constraint of a claim: the attribute that it is about, and how it compares values of that, with what it does not say filled in.
// Source: docs/spec/reference-1.37.md 1.22; with XAttributeSemantics docs/reference/attribute-semantics.md.

import type { AttributeSemantics } from './attribute-semantics.js';
import type { DeviceConstraint } from './device-request.js';

const FIELDS = ['matchAttribute', 'distinctAttribute'] as const;

/** The field of a constraint that names its attribute. Where both are set the first one counts. */
export type ConstraintField = (typeof FIELDS)[number];

/** The modes that Kubernetes ships: there scalars are lists of one. */
const SHIPPED: Readonly<Record<ConstraintField, AttributeSemantics>> = {
  matchAttribute: { mode: 'NonEmptyIntersection', coerceScalarToList: true, listMode: 'List', minSize: 1 },
  distinctAttribute: { mode: 'PairwiseDisjoint', coerceScalarToList: true, listMode: 'List', minSize: 1 },
};

/** Returns whether a constraint demands nothing: the checks before the search reject it. */
export function isEmpty(constraint: DeviceConstraint): boolean {
  return FIELDS.every((field) => constraint[field] === undefined);
}

/** The field that names the attribute of a constraint. Requires: it is not empty. */
export function fieldOf(constraint: DeviceConstraint): ConstraintField {
  return constraint.matchAttribute === undefined ? 'distinctAttribute' : 'matchAttribute';
}

/** The attribute that a constraint checks. Requires: it is not empty. */
export function attributeOf(constraint: DeviceConstraint): string {
  return constraint[fieldOf(constraint)] as string;
}

/** Returns how a constraint compares values, whether it says so or not. Requires: it is not empty. */
export function semanticsOf(constraint: DeviceConstraint): AttributeSemantics {
  return givenSemantics(constraint) ?? SHIPPED[fieldOf(constraint)];
}

function givenSemantics({ matchSemantics, distinctSemantics, semantics }: DeviceConstraint): AttributeSemantics | undefined {
  return matchSemantics ?? distinctSemantics ?? semantics;
}

/** Returns whether a constraint means what Kubernetes ships. */
export function isShipped(constraint: DeviceConstraint): boolean {
  return givenSemantics(constraint) === undefined;
}
